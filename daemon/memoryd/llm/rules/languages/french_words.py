"""French words that several phrases share, as groups."""

JOB = (
    "développeur|développeuse|ingénieur|ingénieure|programmeur|programmeuse|designer|chercheur|"
    "chercheuse|étudiant|étudiante|professeur|professeure|enseignant|enseignante|chef|cheffe|"
    "responsable|analyste|architecte|administrateur|administratrice|consultant|consultante|"
    "stagiaire|débutant|débutante|novice|testeur|testeuse|directeur|directrice|médecin|juriste|"
    "data_scientist|scientifique|biologiste|physicien|physicienne|mathématicien|mathématicienne|"
    "technicien|technicienne|indépendant|indépendante|freelance|alternant|alternante|doctorant|"
    "doctorante|fondateur|fondatrice|mainteneur|mainteneuse|expert|experte|graphiste|journaliste|"
    "statisticien|statisticienne|gestionnaire|comptable|daltonien|daltonienne|électronicien|"
    "électronicienne|dev|sysadmin|product_owner|infirmier|infirmière|traducteur|traductrice"
)
SETTLED = (
    "décidé|convenu|choisi|adopté|abandonné|migré|basculé|opté|retenu|arrêté|tranché|acté|"
    "validé_de|remplacé|supprimé_définitivement|standardisé|changé_pour|renoncé|reporté|annulé|"
    "retiré"
)
NOT_RULE = (
    "le|la|les|l'|ça|cela|ce|cet|cette|il|elle|ils|elles|je|j'ai|j'obtiens|un|une|mon|ma|mes|"
    "pourquoi|qui|que|quand|comment|c'est|est-ce|est|sont|était|a|ont|y"
)
ALWAYS = "toujours|systématiquement|impérativement|obligatoirement|forcément|par_défaut|partout"
TONGUE = "français|anglais|allemand|espagnol|italien|portugais|russe"
FRILLS = (
    "emojis|emoji|d'emojis|d'emoji|blabla|de_blabla|politesses|de_politesses|excuses|d'excuses|"
    "intro|d'intro|résumé|de_résumé|flatteries|de_flatteries|formules|de_formules|préambule|"
    "de_préambule|smileys|de_smileys"
)
THEY = (
    "client|clients|cliente|équipe|direction|juridique|service_juridique|hébergeur|fournisseur|"
    "prestataire|partenaire|boîte|société|entreprise|commanditaire|utilisateurs|mairie|auditeur|"
    "dpo|métier|support"
)
NOW = "maintenant|désormais|dorénavant|actuellement|à_présent|aujourd'hui|depuis_peu|déjà"
RUN = (
    "tourne|tournent|passe|passent|va|vont|vit|vivent|parle|parlent|est_hébergé|sont_hébergés|"
    "reste|restent|arrive|arrivent|repose|reposent|s'appuie"
)
USE = (
    "utilise|utilisons|déploie|déployons|héberge|hébergeons|publie|publions|supporte|supportons|"
    "prend_en_charge|tourne|tournons|passe|passons|reste|restons|garde|gardons|part|partons|livre|"
    "livrons|travaille|travaillons|accepte|acceptons|met|mettons|stocke|stockons|écrit|écrivons|"
    "fait|faisons|nomme|nommons|range|rangeons|teste|testons|prend|prenons"
)
EACH = (
    "chaque|tout|toute|tous_les|toutes_les|n'importe_quel|n'importe_quelle|les_nouveaux|"
    "les_nouvelles"
)
UNIT = (
    "commit|pr|pull_request|merge_request|fichier|classe|fonction|méthode|module|test|ligne|"
    "ticket|branche|migration|endpoint|message"
)
TEXT = (
    "explications|explication|justifications|réponses|résumés|résumé|commentaires|commentaire|"
    "romans|fichier_entier|détails"
)
DAYS = (
    "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|matin|après-midi|soir|mi-temps|"
    "temps_partiel"
)
WORK = (
    "regarde|ouvre|lis|ajoute|crée|écris|fais|change|modifie|supprime|enlève|vérifie|teste|lance|"
    "montre|explique|cherche|trouve|corrige|remplace|renomme|déplace|mets|mets_à_jour|implémente|"
    "nettoie|donne|génère|installe|déploie|traduis|résume|récupère|prépare|liste"
)
FILLER = (
    "s'il_te_plaît|s'il_vous_plaît|stp|svp|ok|d'accord|bon|bien|alors|et|aussi|mais|au_fait|hé|"
    "salut|bonjour|oui|merci|super|parfait|génial|exact|exactement|très_bien|en_fait|ah|oh|tiens|"
    "par_ailleurs|sinon|d'ailleurs|important|attention|rappel|petit_rappel|franchement|donc|"
    "ensuite|puis|pour_info|autre_chose|une_dernière_chose|merci_de|voilà|désolé|désolée"
)
