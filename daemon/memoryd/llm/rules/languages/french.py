"""French."""

from memoryd.llm.rules.wording import Wording

from .dates import FRENCH_DATES
from .french_words import (
    ALWAYS,
    DAYS,
    EACH,
    FILLER,
    FRILLS,
    JOB,
    NOT_RULE,
    NOW,
    RUN,
    SETTLED,
    TEXT,
    THEY,
    TONGUE,
    UNIT,
    USE,
    WORK,
)
from .services import SERVICES

FRENCH = Wording(
    dates=FRENCH_DATES,
    common=(
        "le la les un une des du de et ou est sont pas ne je tu il nous vous on ce cette que qui "
        "dans pour avec sur par au aux mais plus toujours jamais c'est ça mon notre en si tout "
        "tous toute chaque nos ses son leur se y elle elles ils ces n'est qu'on l'on moi te me "
        "non oui sans sous chez quand comme"
    ),
    joins="et|mais|car|parce_que|puis|donc|ensuite|aussi|sinon|alors|merci_de|plutôt",
    remember="""
        ^ retiens|retenez|mémorise|mémorisez|note|notez|enregistre|enregistrez|sauvegarde|\
rappelle-toi|souviens-toi|souvenez-vous|rappelez-vous|garde|gardez bien|le|ça|ceci|cela|\
s'il_te_plaît|stp|en_mémoire|à_l'esprit|quelque_part|aussi|en_tête|dans_ta_mémoire? que|qu'on|\
qu'il|qu'elle|qu'ils|qu'un|qu'une|qu'en|:
        ^ retiens|retenez|mémorise|mémorisez bien|ceci|ça|cela?
        ^ à noter|retenir|mémoriser pour_la_suite|pour_plus_tard? :
        ^ pour mémoire|plus_tard|la_suite|référence|le_futur :
        ^ n'oublie|n'oubliez jamais? pas|: que|qu'on|qu'il|qu'elle|:
        ^ souviens-toi|souvenez-vous|rappelle-toi que|qu'*|de|:
        ^ mets|ajoute|garde .. en|dans|à mémoire|ta_mémoire|la_mémoire :
        ^ sache|sachez|dis-toi que|qu'*
        ^ pour info|information à_retenir? :
        ^ pour que|afin_que tu_saches|tu_le_saches|tu_t'en_souviennes :
        ^ tiens|prends|tenez|prenez compte du_fait? que|qu'*
        ^ ne pas oublier :
        ^ pense|pensez bien? que|qu'*
        ^ il faut que_tu_saches|que_tu_retiennes que|qu'*
    """,
    recall_that="""
        retiens|mémorise|note|enregistre ça|cela|le|-le bien|stp|s'il_te_plaît? $
        retiens-le|note-le|mémorise-le|souviens-t'en|garde-le_en_mémoire|ne_l'oublie_pas $
        garde ça|cela en tête|mémoire|en_mémoire $
        à retenir|noter $
        n'oublie|n'oubliez pas ça|cela|-le? $
        souviens-toi|souvenez-vous en|de_ça|de_cela? bien? $
        à ne_pas oublier $
        ne l'oublie|l'oubliez pas $
    """,
    standing=f"""
        désormais|dorénavant
        à partir de|d' maintenant|aujourd'hui|présent
        à l'avenir
        à compter de|d'aujourd'hui
        la prochaine|prochaines fois *
        arrête|arrêtez|cesse|cessez|évite|évitez|stop de|d'*|les|le|la|avec
        est|sont|reste|restent strictement? interdit|interdite|interdits|interdites|proscrit|\
proscrite|obligatoire|obligatoires|exclu|exclue|à_éviter
        chaque fois que|qu'on
        à chaque|tout|toute fois|commit|push|merge|release|déploiement
        avant|après chaque|tout commit|push|merge|release|déploiement|livraison|pr|modification
        dans ce|notre|cette|le dépôt|repo|projet|équipe|code|base_de_code .. on|nous|toujours|\
jamais|pas|tout|utilise
        chez nous *
        notre|la règle|convention|consigne|principe|norme est|c'est|dit|:
        en règle|principe générale
        sans me|mon|ma|nous demander|accord|validation|revue|prévenir
        demande-moi|demandez-moi|préviens-moi toujours|d'abord|avant *
        tu|vous n'arrêtes|continues|n'arrêtez|passes .. de|d'*|à|pas|ton_temps
        je t'ai|vous_ai déjà dit
        je ne veux|souhaite pas|plus *
        je veux|souhaite que .. toujours|jamais|systématiquement
        réponds|réponds-moi|répondez|répondez-moi|parle|parle-moi|écris|écris-moi en {TONGUE}
        ^ pas|plus|zéro|aucun|aucune|sans|moins|évite|évitez d'*|de|les? {FRILLS}
        > tutoie|vouvoie|tutoie-moi|vouvoie-moi|tutoyez-moi
        je t'avais|vous_avais|te_l'ai|te_l'avais|t'ai dit|demandé|déjà
        ^ de? ne|n'* plus|jamais *er|*ir|*re|*oir
        d'abord|avant|commence_par ... ensuite|puis|après ... toujours|systématiquement|\
à_chaque_fois
        > garde|gardez|conserve ce|cette format|style|ton|présentation
        toujours|svp|stp|merci|plaît en {TONGUE} $
        j'aimerais|je_voudrais|je_souhaite que|qu'* ... {ALWAYS}|jamais
        reste|continue|plutôt|mieux en {TONGUE}
    """,
    general=f"""
        ^ pas de|d'* * dans *
        ^ uniquement *
        ^ toujours|jamais !le_même|la_même|les_mêmes|pas|aussi|rien|vu|eu|en_train *
        > toujours|jamais de|d'|en|*er|*ir|*re
        ^ !{NOT_RULE} * toujours *
        > !{NOT_RULE} *e|*ez|*s|ne toujours *
        ^ n'*|ne .. jamais|plus
        > ne * jamais|plus
        il faut|faudra|faudrait toujours|jamais|systématiquement
        il ne faut|faut_pas jamais|pas|plus
        on|nous|vous|tu doit|devons|devez|dois|peut|ne_doit|ne_peut .. toujours|jamais|\
systématiquement
        on|nous|tu ne|n' * jamais|plus
        doivent toujours
        ne|n'* doit|doivent|peut|peuvent jamais|pas
        systématiquement|impérativement|obligatoirement
        pas de * .. dans|sans|avec|s'il|stp|svp
        ^ plus|pas de|d'* *
        toujours|jamais|uniquement|exclusivement en|avec|sans|dans|sur|par|à|au|comme !panne|échec|\
erreur|train|cours|la_même|le_même|rouge|attente|ce|cette *
        ^ {EACH} ... doit|doivent|a_besoin|ont_besoin|nécessite|nécessitent|passe_par|passent_par|\
commence|commencent|porte|portent|requiert|a_droit|faut
        il vaut|vaudrait mieux|mieux_pas ne|éviter|toujours|jamais *
        ^ ne|n'* * pas|jamais|plus aux|les|de|d'*|des|à !ça|celle|ce|cette|cet *
        on|nous n'* jamais|plus !à|vu|eu|su *
        ^ * va|vont|se_met|se_mettent à_côté|dans|sous *
        > utilise|utilisez|prends|prenez|préfère !le|la|les|l'*|ce|cet|cette|celui|ça * .. plutôt|\
au_lieu|pas|et_non
        > évite|évitez|proscris|bannis|privilégie|privilégiez les|le|la|l'*|de|d'*|tout|toute
        > je * {ALWAYS} que|qu'* *
        par|pour|dans chaque? {UNIT} $
        ^ un seul|une_seule * par|dans *
        ^ aucun|aucune|jamais_de|jamais_d' * .. dans|sur|sans|en *
        * s'écrit|s'écrivent|se_nomme|se_nomment|s'appelle|s'appellent|se_met|se_mettent|se_range|\
se_rangent en|avec|sans|dans|sur|comme
        > on dit|appelle|écrit|nomme !que|quoi *
        personne|on|nul ne * .. directement|sans|sauf
        on|nous ne|n'* rien|aucun|aucune *
        directement sur|dans|en .. jamais|interdit|pas
        partout $
        > dis|dis-le-moi|dis-moi|montre|montre-moi|préviens|préviens-moi|demande|demande-moi|\
propose|propose-moi ... quand|si|dès|avant|chaque *
        ^ quand|lorsque|dès_que|si|en_cas * ... dis-moi|montre-moi|propose-moi|demande-moi|\
préviens-moi|je_veux|j'aimerais !le_bouton *
        ^ * * jamais|toujours *és|*ées|*is|*us|*ables $
        ne|n'* doit|doivent|peut|peuvent .. nulle_part|aucun|aucune|personne
        ne|n'* * * qu'après|qu'avec|que_si|qu'en|que_sur *
        ne|n'* * qu'après|qu'avec|que_si *
        seulement|uniquement après|avec|si|sur *
        > ne le|la|les|me|nous * jamais|plus
        > ne me pose|demande|explique|interromps|envoie|montre|donne pas !comment|pourquoi|où|si *
        passe|passent|vont d'abord par|chez|à *
    """,
    prefers=f"""
        > je|j'|nous|on préfère|préférons|préfères|aime|aimons|adore|déteste|détestons|privilégie|\
privilégions !ça|cela|bien_ça|l'option|la_première|la_deuxième|celui|celle *
        j'aime|j'adore|j'apprécie mieux|bien|beaucoup|surtout|les|des|quand|que_les|avoir|\
travailler *
        je n'aime|ne_supporte|n'apprécie|ne_veux pas !ça|cela|ce|cette|le_résultat *
        je ne supporte|aime pas|plus *
        j'ai horreur|en_horreur de|d'*|des|les
        ma|mes|mon préférence|préférences|préféré|préférée est|sont|va|vont|:
        me|m' suffit|convient|suffisent|conviennent
        j'utilise|j'écris|je_travaille|je_code|je_développe toujours|d'habitude|généralement|\
normalement|en_général|plutôt|uniquement|surtout
        d'habitude|en_général|généralement je|j'*|nous|on *
        pour moi .. mieux|plus_clair|plus_lisible
        > je|moi_je|on trouve|trouvons !le|la|les|ça|que|ton|ta .. plus|mieux|trop|moins|pénible|\
insupportable|lourd
        > * me|m'* gonfle|gonflent|énerve|énervent|agace|agacent|saoule|saoulent|fatigue|fatiguent|\
plaît|plaisent
        je suis plutôt|très|pas_fan|fan *
        > moi_je|je bosse|travaille|code|développe|lis|écris|utilise toujours|surtout|plutôt|\
uniquement|principalement|essentiellement|quasiment
        mon|ma|mes truc|habitude|style|goût|goûts|éditeur|outil *
        pas|plus|aucun la_peine|besoin|besoin_de|besoin_d' .. {TEXT}|tout|m'*
        je n'ai|ai pas besoin .. {TEXT}
        * me|m'* suffit|suffisent *
    """,
    role=f"""
        > je|moi,_je suis .. {JOB}
        je suis .. nouveau|nouvelle|chargé|chargée|daltonien|daltonienne|malvoyant|malvoyante|\
sourd|sourde|gaucher|gauchère|basé|basée|dyslexique
        je ne suis pas .. {JOB}|familier|à_l'aise|expert
        > je travaille !dessus|sur_ça|là|sur_cette|sur_ce|encore|toujours_pas *
        je m'occupe|gère|dirige|maintiens|encadre|enseigne|pilote *
        je ne connais|parle|lis|comprends|maîtrise pas|rien|que|aucun|guère !pourquoi|comment|ce|\
cette|cela|le|la|les|l'* *
        je n'ai jamais|pas|aucune|peu .. utilisé|écrit|fait_de|travaillé|programmé|touché|\
expérience|codé
        je débute|commence|apprends|découvre en|avec|le|la|les|à
        ans|années d'expérience|de_pratique|de_métier
        je * depuis .. ans|années|mois
        mon|ma rôle|métier|poste|fuseau|nom|langue_maternelle|spécialité|parcours|prénom est|c'est|\
horaire
        appelle-moi|appelez-moi *
        je n'y_connais_rien
        > je viens|sors|arrive !de_voir|de_lancer|de_faire|d'avoir|de_tester|de_finir|de_pousser|\
de_remarquer du|de|des|d'*
        > j'ai|je_fais|je_code|je_programme|j'écris|j'utilise .. depuis .. ans|années|mois|an
        > je suis|j'habite|je_vis|je_travaille|je_bosse !pas_sûr|dans_le_train|en_train|\
sur_le_point à|en|au|chez|pour|comme|depuis *
        c'est moi qui m'occupe|gère|dirige|maintiens|ai_la_charge|pilote|suis|fais *
        je n'y connais|comprends rien|pas|pas_grand-chose *
        je ne m'y|me|sais|maîtrise connais|y_connais|pas|guère *
        * c'est|est|sont nouveau|nouvelle|tout_nouveau|du_chinois|inconnu pour_moi
        je n'ai|j'ai pas|peu|beaucoup|aucune|zéro|jamais d'expérience|de_notions|d'idée_de
        ça|cela fait .. ans|mois que je|j'*
        > moi_c'est|je_m'appelle *
        > de formation|métier je|, *
        je|j'ai suis|fait|étudié .. de_formation|de_métier|à_la_base
        je ne|n'* code|programme|fais|développe que|qu'* depuis|en|un_peu|le *
        > ici? je ne|n'* fais|m'occupe|travaille que|qu'*|pas !ça|cela|attention|exprès *
        je ne|travaille travaille|pas|jamais|que|plus .. {DAYS}
        > je fais|m'occupe uniquement|surtout|seulement|que *
        je suis le|la seul|seule !à|qui *
        on est|nous_sommes deux|trois|quatre|cinq dans|sur
        > je suis *ier|*ière|*eur|*euse|*iste|*ienne|*icien|*ologue !premier|dernier|meilleur
        à la_base|l'origine|côté je|j'* suis|fais
        > je distingue|vois|entends|lis .. mal|pas_bien|difficilement
        > je remplace|supplée|dépanne *
        mon|ma {TONGUE} est|n'est *
        > j'entends|je_vois|je_lis mal|peu
        > je suis !bien|rien *ien
    """,
    decides=f"""
        nos|notre clients|client|utilisateurs|équipe|serveurs|infrastructure|infra|fournisseur|\
contrat|budget|production|parc est|sont|a|ont|utilise|utilisent|tourne|tournent *
        depuis|à_partir_de .. n'*|que|seul|seule|seuls|tous|toutes|uniquement
        est|sont|sommes|suis passé|passés|passée|passées de|à|sur|en
        on|nous|l'équipe|ils|la_direction|le_client|j' a|avons|ont|ai|est|sommes .. {SETTLED}
        l'équipe|la_direction|le_client|la_réunion .. a|ont .. {SETTLED}
        il a été décidé|convenu|acté
        a|ont|est|sont|été définitivement|finalement|été|donc? {SETTLED}|abandonnée|abandonnés|\
abandonnées|remplacée|remplacés|remplacées|dépréciée|déprécié|obsolète|annulée|reportée|retirée|\
supprimée|gelée|gelé
        la|notre décision est|c'est|de_la_réunion|prise|:
        décision :
        c'est décidé|acté
        on|nous {NOW}? {USE} !cette_fonction|ça|cela|pas|quand|d'abord|aussi *
        on|nous n'utilise|n'utilisons|ne_supporte|ne_supportons|ne_déploie|ne_fait|n'emploie|\
ne_passe|ne_livre|n'a|ne_veut pas|plus
        n'est|ne_sont|n'y_a plus *
        au lieu de|du|des|d'*
        à la place de|du|des
        est|sont passé|passés|passée|passées de|à|sur|en
        remplace|remplacent|remplacé le|la|les|par|l'*
        tourne|tournent|est|sont .. en_production|en_prod
        {NOW} on|nous|tout|tous|toutes|ça .. {USE}|{RUN} *
        on|nous * {NOW}|plus|uniquement|exclusivement !d'* *
        le|la|les|l'|notre|nos|l'* {THEY} veut|veulent|exige|exigent|impose|imposent|refuse|\
refusent|accepte|acceptent|demande|demandent|interdit|interdisent|paie|paient|utilise|utilisent|\
doit|doivent|travaille|travaillent|tient_à|n'* !appelé|raison|vu|écrit|demandé|pas_répondu *
        l'équipe|l'hébergeur|l'entreprise|l'auditeur veut|exige|impose|refuse|accepte|demande|\
interdit *
        on|nous n'* que|qu'* !un|une|deux|trois|quatre|cinq *
        à partir de|du|d'* .. on|nous|seul|seule|seuls|seulement|tout|tous|les|le|la *
        le|la|notre budget|limite|plafond|quota|contrat|licence|sla .. est|s'élève|va|monte|court|\
couvre *
        > * c'est|est|sont fini|finie|terminé|mort|enterré|de_l'histoire_ancienne|acté
        pour des raisons * *
        n'* * plus|pas|jamais|uniquement en_production|en_prod
        ne|n'* * plus .. mais|seulement|uniquement
        {NOW} .. au_lieu|et_non|plutôt *
        version|taille|durée|limite minimale|minimum|maximale|maximum .. est|sont|reste|passe *
        minimum|maximum|minimale|maximale requis|requise|supporté|supportée|est *
        disparaît|disparaissent|saute|sautent|dégage|s'arrête|s'arrêtent avec|à|dans|en|au *
        sera|seront|est|sont fait|faite|faits|écrit|écrite|développé|développée|codé|codée|réalisé|\
réalisée|construit|construite en|avec|sur *
        on|nous ne|n'* part|va|prend|choisit|retient|fait pas|plus *
        finalement|au_final on|nous|c'est *
        > * ne|n'* plus .. mais
        ^ depuis|dès * .. est|sont|a|ont|fait|fonctionne|utilise
        * .. ne|n'* vient|viendra|aura|sera|sort pas|plus *
        s'en charge|occupe *
        c'est * qui *
        l'accord|accord|convention|contrat avec * .. :|*
    """,
    due="""
        échéance|date_limite|deadline|livraison|lancement|sortie|mise_en_production|mise_en_ligne|\
mep|gel|freeze|démo|démonstration|audit|recette|bascule|migration|rendu|remise|clôture|soutenance|\
réunion|salon|visite|formation|certification|inspection
        doit|doivent|devra|devront|faut .. être|avant|pour|prêt|partir|livrer|livré|rendre|rendu|\
finir|fini|terminé|d'ici|envoyé|partent|le
        sort|sortent|part|partent|expire|expirent|ferme|ferment|ouvre|ouvrent|commence|commencent|\
démarre|se_termine|prend_fin|finit|arrive|arrivent|débute|tombe|a_lieu
        prévu|prévue|prévus|prévues|fixé|fixée|reporté|reportée|repoussé|repoussée|avancé|avancée|\
décalé|décalée|planifié|planifiée|programmé|programmée|prolongé|prolongée
        d'ici au|le|la|fin|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche
        au plus tard
        valable|maintenu|maintenue|supporté|disponible|valide jusqu'*
        sera|seront livré|livrée|publié|publiée|coupé|coupée|arrêté|arrêtée|fermé|fermée|gelé|gelée
        coupe|coupent|débranche|arrête|arrêtent|basculent|change|changent|vient|viennent|passe|\
passent|rend|rendons|remet|remettons|livre|livrons|présente|présentons
        maintenance|présentation|atelier|comité|fin_de_support|date_butoir
        déménage|déménageons|congé|congés|vacances|férié|déplacement|fini|finie|terminé
        dure|durent|ouvrons|inaugure|inaugurons|bouclage|période|besoin|aura_lieu|se_tient|\
se_tiendra|rentrée|on_ouvre|on_ferme|on_lance|on_livre|court
    """,
    resource="""
        tableau_de_bord|dashboard|doc|docs|documentation|wiki|ticket*|tickets|bugs|anomalies|canal|\
salon|calendrier|tableur|feuille|journaux|logs|métriques|alertes|miroir|registre|maquettes|\
maquette|guide|manuel|portail|spécification|spécifications|specs|spec|cahier_des_charges|\
compte-rendu|comptes-rendus|runbook|planning|serveur|plans|procédure|procédures|dépôt|schémas|\
schéma|incidents|suivi|liste_de_diffusion
        coffre|coffre-fort|intranet|drive|partage
    """,
    place=f"""
        est|sont|va|vont|vit|vivent|décrit*|suivi*|suit|suivons|note|notons|gère|gérons|documente*|\
trouve*|range*|déclare*|se_déclare*|ouvre*|s'ouvrent|remonte*|tient|tiennent|tenu|tenus|maintient|\
saisit|remplit ... {SERVICES}
        est|sont|se_trouve|se_trouvent|range .. dans|sur notre|le|la|l'*? lecteur_partagé|\
partage_réseau|partage|intranet|coffre|coffre-fort|gestionnaire_de_mots_de_passe|disque_partagé|\
l'intranet|vault|wiki|nas
        ^ pour|concernant ... voir_avec|demande_à|demander_à|contacte|contacter|appelle|vois_avec|\
adresse-toi|c'est *
        contact|référent|référente|interlocuteur .. est|c'est|pour
        mot|mots|identifiant|identifiants|clé|clés|accès|jeton de_passe? .. est|sont|se_trouve|\
se_trouvent dans|chez|sur|au *
    """,
    located="""
        est|sont|se_trouve|se_trouvent|vit|vivent|reste|sur|dans|ici|:
        voir|consulte|regarde|va_sur|passe_par
        vont|va|passe|passent|déménagé|migré dans|sur|par|vers|à
        on|tu|vous trouve|trouveras|trouverez|les_trouve
        déménagé|déplacé|changé d'adresse|de_place|ici|:
        on a|utilise|passe|regarde *
        est|sont|c'est ici|là|par_ici|dans|sur|chez
        on|nous planifie|gère|suit|tient|note|range .. sur|dans|via|ici|:
        regarder|consulter|vérifier|lire|aller
    """,
    unsure="""
        quelle|excellente|brillante|géniale|bonne idée|trouvaille
        peut-être|probablement|sans_doute|éventuellement|apparemment|possiblement|un_jour|paraît-il
        supposons|imagine|imaginons|admettons|mettons|disons|hypothétiquement
        si on|nous|je|j'* .. *ait|*ions|*ais|passait|utilisait|devait
        et si *
        pourrait|pourrions|pourrais|serait|aurait|faudrait|devrait-on|devrions-nous !préférer|mieux
        je pense|crois|suppose|me_demande|doute|ne_sais_pas|ne_suis_pas_sûr|ne_suis_pas_sûre|\
hésite|imagine
        on hésite|réfléchit|verra|se_demande
        pas encore décidé|tranché|sûr|choisi
        par exemple
        en théorie
        super|génial|bravo|formidable|parfait|magnifique encore|un_autre|une_autre|toujours
        on adore
        c'est ça_oui|malin
        mdr|lol|haha
        je plaisante|rigole|blague
        c'était une_blague|pour_rire
        ça dépend
        on pourrait|devrait|ferait|aurait *
    """,
    once="""
        là $
        cette fois|fois-ci|semaine|tâche|branche|fonction|page|classe|étape|pr|modif|modification|\
session
        ce|cet commit|ticket|fichier|test|matin|soir|changement|coup-ci|patch
        pour l'instant|le_moment|cette|aujourd'hui|une_fois
        en attendant
        aujourd'hui|temporairement|provisoirement|momentanément|ponctuellement
        tout de_suite|à_l'heure
        jusqu'à ce_que|demain|ce_soir|mon_retour
        juste|seulement|uniquement ici|cette|là|maintenant
        là maintenant|tout_de_suite
        d'abord $
        le temps de|que
    """,
    vague="""
        ^ ça|cela|c'était|c'est|il|elle !moi|vaut|décidé|acté|faut|est_interdit|est_décidé|\
a_été_décidé
    """,
    asks="""
        ^ pourquoi|comment|où|qui|que|qu'est-ce|quel|quelle|quels|quelles|combien|est-ce|peux-tu|\
pouvez-vous|peut-on|pourrais-tu|pourriez-vous|as-tu|faut-il|doit-on|sais-tu|y_a-t-il|a-t-on|es-tu
        n'est-ce|ou pas|non $
        ^ tu|vous sais|savez|crois|penses|peux|pourrais|vois si|pourquoi|comment|quand|corriger|\
regarder *
        ^ est-il|est-ce vrai
        ^ quand est-ce|est|sort|as-tu|va|vas-tu|part|peut|peut-on|doit|commence|finit|seront|sera|\
aura|vient
    """,
    handles="""
        analyse|vérifie|réponds_à .. *
        voici|voilà .. *
        le|la|les|ce|cet|cette texte|extrait|message|mail|erreur|sortie|log|article suivant|\
suivante|suivants|ci-dessous
        écrit|écrivait|dit|disait|répond|affiche
        d'un|d'une|du|de_la .. blog|article|mail|livre|billet|forum
        traduis|traduisez|traduire|résume|résumez|reformule|corrige|explique|relis|relisez|rédige
    """,
    reports="""
        doc|docs|documentation|readme|blog|article|billet|livre|tutoriel|erreur|log|message|\
commentaire|linter|compilateur dit|disent|recommande|conseille|suggère|indique|affiche|prétend
        selon|d'après le|la|les|un|une|l'*
        il|elle paraît|paraîtrait que
        veut|veulent|voudrait savoir
    """,
    negates=f"""
        ^ ne|n'*|pas|jamais *
        * pas|au_lieu_de|plutôt_que|et_non|non_pas *
        chez nous|on *
        on|nous {USE} *
        ^ utilise|prends|mets|garde|écris *
        * se_nomment|s'écrivent|sont_nommés|sont_nommées|vont|va en|dans|sous *
        ... en {TONGUE}
        toujours|jamais *
    """,
    pointing="""
        ça|cela|ceci|celui|celle|ce|cet|cette|ici|là
    """,
    trouble="""
        planté|plantée|plante|plantent|échoué|échoue|échouent|hors_ligne|en_panne|manque
        est|sont|était|reste|trop|très|si cassé|cassée|bloqué|bloquée|lent|lente|faux|fausse
        ne|n'* marche|fonctionne|compile|démarre|répond|charge pas|plus
        jamais marché|fonctionné|vu|eu|compilé
        est|suis|sont|reste|es|c'est toujours|encore|jamais
        page|écran|liste|fichier vide|blanche|blanc
        tout est|semble vide|lent|cassé|rouge
    """,
    tasks=f"""
        il me|nous faut
        ^ {WORK}
        ^ je|on|nous veux|voudrais|aimerais|dois|vais|va|doit|devons|voulons|devrait|peut
    """,
    settles="""
        ^ oui|bien_sûr|absolument s'il_te_plaît? toujours|à_chaque_fois|systématiquement|désormais
        ^ toujours|jamais|à_chaque_fois|systématiquement $
        ^ non .. jamais
    """,
    condition="""
        quand|si|lorsque|lorsqu'*|dès_que|au_cas_où
    """,
    retract="""
        ^ oublie|oubliez|ignore|annule|laisse|laissez ça|cela|ce_que|tomber|ma_dernière|le_dernier
        ^ laisse|laissez tomber
        je retire ce_que
        je me suis trompé|trompée
        finalement non
        c'était une_blague|une_erreur|faux|n'importe_quoi
        j'ai changé d'avis
        je plaisante|plaisantais|rigole
        ^ oublie|oubliez|laisse !pas|jamais|de|que $
        ^ oublie|oubliez !pas|jamais|de|que|d'*|les|la|le|qu'* *
        ^ ah? non oublie|laisse !pas|de|que
    """,
    declines="""
        ne|n' le|la|les|l'|rien? retiens|note|notes|mémorise|enregistre|enregistres|sauvegarde|\
garde pas|rien
        pas|inutile besoin? de|d'* le|la|l'*? retenir|noter|mémoriser|enregistrer|sauvegarder|garder
        entre nous
        n'enregistre|n'enregistrez|ne_note|ne_retiens|ne_mémorise pas|rien
    """,
    opener=f"""
        ^ {FILLER}
    """,
    corrects="""
        ^ non|nan|faux|stop|pas_comme_ça|pas_ça|c'est_faux|mauvais|attends|attendez|mais_non
    """,
    request="""
        ^ peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu_peux|tu_pourrais|vous_pouvez|\
est-ce_que_tu_peux ... toujours|ne_plus|ne_jamais|arrêter|désormais|dorénavant|à_l'avenir|éviter|\
retenir|te_souvenir|systématiquement|mémoriser|noter_que|cesser
    """,
    because="""
        parce que|qu'*
        parce qu'*
        car|puisque|puisqu'*|sinon|afin|vu_que|étant_donné|faute_de
        pour que|qu'*
        à cause *
        la raison
        comme ça|on|nous|le|la|il|elle
        en effet
    """,
    therefore="""
        donc|par_conséquent|c'est_pourquoi|du_coup
    """,
    manner="""
        réponse|réponses|réponds|répondre|répondez|explique*|explication*|court|courte|courtes|\
bref|brève|concis|concise|long|longs|verbeux|emoji|emojis|ton|poli|tutoie|tutoyer|vouvoie|vouvoyer|\
excuse*|résumé|résumés|flatterie*|formules|liste|listes|titres|puces|dis-moi|montre-moi|\
demande-moi|parle-moi|parle|étape_par_étape|formulation|bavard
        en français|anglais|allemand|espagnol
    """,
    local="""
        ce|notre|nos|cette|le projet|dépôt|repo|équipe|code|application|appli|service
        nous|on|nos|notre|chez_nous|ici
    """,
    confirms="""
        exactement|parfait|voilà .. comme_ça|ainsi .. toujours|désormais|chaque_fois|à_l'avenir|\
continue
        continue|continuez|garde|gardez|reste|fais|faites .. comme_ça|ainsi|sur_ce_modèle|\
de_cette_façon|de_cette_manière
        fais|faites toujours ça|comme_ça|ainsi
        comme ça|ainsi que|qu'* *
        pareil|comme_ça|ainsi .. chaque_fois|toujours|désormais|prochaines_fois|prochaine_fois
        on|nous garde|gardons|reste|restons .. ce|cette|sur_ce format|style|structure|méthode|\
façon|modèle
        > garde|gardez|conserve .. ce|cette format|style|structure|méthode|façon
    """,
)
