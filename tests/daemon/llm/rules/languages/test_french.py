"""What French speakers say for good, and what they only say."""

import pytest

KEPT = """
project | Retiens que l'ancien importeur ne gère que le Latin-1 | Latin-1
project | Note bien : la base de préprod est remise à zéro tous les dimanches | préprod
project | N'oublie pas que l'API n'est accessible qu'en interne | interne
project | La licence Qt passe par le client, garde ça en tête. | Qt
project | pour info, à retenir : les capteurs envoient l'heure en UTC | UTC
project | Sache que la prod est en lecture seule pour nous | lecture
feedback | Non, pas comme ça : utilise pathlib plutôt que os.path | pathlib
feedback | Je t'ai déjà dit de ne pas mettre de print pour débugger | print
feedback | Faux, chez nous les branches sont nommées en anglais | anglais
feedback | demande-moi toujours avant de committer | committer
feedback | Arrête de commenter chaque ligne | commenter
feedback | C'était trop long, sois plus concis à l'avenir | concis
feedback | pas d'emojis dans les réponses stp | emojis
feedback | Réponds-moi en français et tutoie-moi | français
feedback | On ne force-push jamais sur main | main
feedback | Avant chaque merge il faut passer le linter | linter
feedback | les messages de commit toujours en anglais svp | anglais
feedback | Chaque table doit avoir une colonne created_at | created_at
feedback | Chez nous les tests vont à côté du code | tests
feedback | Tout nouvel endpoint doit avoir un test d'intégration | intégration
feedback | On n'avale jamais une exception, on la logge | exception
feedback | Dorénavant évite les mocks | mocks
feedback | Ne touche pas aux fichiers générés, ils sont écrasés à chaque build | générés
feedback | Il vaut mieux ne jamais modifier une migration déjà passée | migration
feedback | Merci de ne plus utiliser de variables globales | globales
user | Je préfère les petits commits | petits
user | J'aime mieux les types que les docstrings | types
user/feedback | Je déteste les longues explications | longues
user | moi je bosse surtout dans le terminal | terminal
user | Je viens de la biologie et je ne code que depuis un an | biologie
user | Je suis analyste de données dans un hôpital | hôpital
user | j'écris du Fortran depuis 20 ans, Rust c'est nouveau pour moi | Fortran
user | C'est moi qui gère la facturation | facturation
user | Je suis basée à Lisbonne, donc une heure de moins que vous | Lisbonne
user | Je n'y connais pas grand-chose en Kubernetes | Kubernetes
user | Je dirige l'équipe de traitement d'images | équipe
project | On a décidé de prendre Postgres | Postgres
project | Nous sommes passés de Jenkins à GitLab CI la semaine dernière | GitLab
project | À partir du 1er mai, on n'accepte que Python 3.12 | 2026-05-01
project | Maintenant on utilise gRPC | gRPC
project/feedback | On ne supporte plus Windows 7 | Windows
project/feedback | Au lieu de REST, les services parlent désormais gRPC | gRPC
project | Le client veut uniquement du on-premise | on-premise
project | La release sort vendredi | 2026-03-13
project | Le certificat expire le 14 avril | 2026-04-14
project | Le gel du code commence jeudi prochain | 2026-03-19
project | La démo est repoussée à fin mars | 2026-03-31
project | L'auditeur vient dans deux semaines, la doc doit être prête d'ici là | 2026-03-24
project | Après-demain c'est la livraison chez le client | 2026-03-12
project | Actuellement tout tourne sur Kubernetes 1.29 | 1.29
project | Nos clients sont des hôpitaux, donc pas de cloud | hôpitaux
project | Le budget pour la CI est de 200 euros par mois | 200
project/feedback | Pour des raisons légales, les données ne doivent pas sortir de l'UE | UE
project | On reste sur Java 17, c'est acté | Java
project/feedback | Redis, c'est fini : on met en cache dans le processus désormais | processus
reference | Le tableau de bord est ici : https://grafana.example.com/d/7 | grafana
reference | Les bugs se déclarent dans Jira, projet OPS | Jira
reference | Pour les alertes on a le canal #alertes-ops | #alertes-ops
reference | Le wiki a déménagé : https://wiki.example.org/nouveau | wiki
reference | Les maquettes sont dans Figma, dossier Marketing | Figma
project | Pour plus tard : les numéros de série sont attribués par l'usine | série
feedback/project | On dit adhérent, pas client | adhérent
feedback | Non, les commentaires en français s'il te plaît | français
feedback | D'abord le plan, ensuite le code, toujours dans cet ordre | plan
feedback/user | Un diff me suffit, pas besoin du fichier entier | diff
feedback/user | Pas la peine de tout m'expliquer | expliquer
user | Ici je ne fais que de la QA | QA
user | Je suis nouvelle dans l'équipe | équipe
user | je ne travaille pas le vendredi | vendredi
project | Finalement on ne part pas sur Kubernetes | Kubernetes
project | L'appli sera faite en Flutter | Flutter
project | La version minimale d'Android est la 9 | Android
project | L'interface XML disparaît avec la version 3 | XML
project | Le seuil est maintenant à 90 au lieu de 70 | 90
project | Les paiements ne passent plus par PayPal mais par Stripe | Stripe
project | Il faut que tout soit fini pour le 30 juin | 2026-06-30
project | Le 3 mai il y a le salon à Lyon | 2026-05-03
project | Le rendu est mercredi prochain | 2026-03-18
project | Je suis en congé à partir du 5 mai | 2026-05-05
project | Courant avril on déménage la salle serveur | avril
project | Fin du mois, recette chez le client | 2026-03-31
reference/project | Pour le matériel, voir avec Jérôme | Jérôme
reference/project | Les identifiants sont dans 1Password, coffre Labo | 1Password
reference | Le protocole est décrit sur la page Confluence Mesures | Confluence
reference | On planifie les sprints sur https://boards.example.com/b/3 | boards
feedback | On ne pousse rien directement sur main | main
feedback | Les nombres avec une virgule comme séparateur décimal, partout | virgule
feedback | Le SQL s'écrit en majuscules | SQL
feedback | Un seul sujet par commit | commit
feedback | Aucun secret dans le dépôt | secret
feedback/project | À partir de maintenant c'est Mme Colin qui valide les commandes, plus moi | Colin
project | Depuis janvier le musée est fermé le lundi | lundi
project | L'entrepôt compte maintenant en palettes au lieu de cartons | palettes
project | La lettre d'info ne part plus le lundi mais le jeudi | jeudi
project | Le comité a tranché pour la variante verte | verte
feedback/project | Pas de version mobile, l'éditeur s'en charge lui-même | mobile
project | Le bouclage est vendredi prochain à midi | 2026-03-20
project | La période d'essai dure jusqu'à fin mai | 2026-05-31
project | Dans trois semaines on ouvre l'exposition | 2026-03-31
project | Les profs ont besoin de leurs accès au plus tard le 12 avril | 2026-04-12
reference | Les horaires sont tenus par la régie dans un tableau SharePoint | SharePoint
reference | En cas de panne, regarder d'abord https://status.example.net | status
reference/project | Le mot de passe de l'imprimante est dans le coffre, pas ici | coffre
feedback | Les prix, jamais arrondis | prix
feedback | Les noms des patients ne doivent apparaître nulle part dans les journaux | patients
feedback | Chez nous on arrondit toujours au centime supérieur | arrondit
feedback | Les photos ne sont publiées qu'après accord de la rédaction | accord
feedback | Non, les poids en grammes, pas en kilos | grammes
feedback/user | Dis-le-moi franchement quand quelque chose n'est pas possible | franchement
feedback/user | Quand il y a un choix à faire, je veux voir deux variantes | variantes
user | À la base je suis menuisier, je fais ça à côté | menuisier
user | Je distingue mal le rouge et le vert | rouge
user | Je remplace Karine jusqu'à l'été | Karine
project | les capteurs du versant nord n'envoient que toutes les six heures, retiens-le | versant
feedback | J'aimerais que tu fasses toujours les changements par petites étapes | étapes
feedback/user | Ne me pose pas de questions pour des détails, décide toi-même | détails
feedback | Tu as encore changé de langue, reste en français s'il te plaît | français
feedback | Les unités doivent toujours figurer, donc 5 mm et pas 5 | unités
feedback | Les nouveaux textes passent d'abord par la relecture | relecture
project | À partir d'avril c'est l'administration qui tient le calendrier | administration
project | L'ancien serveur sera coupé le 30 juin | 2026-06-30
project | Depuis les travaux il n'y a plus que deux caisses | deux caisses
project | On a résilié la licence et on passe à QGIS | QGIS
feedback/project | L'accord avec l'éditeur : pas de publicité dans l'appli | publicité
user | Je suis gardien d'immeuble, pas programmeur | gardien
user | Mon anglais n'est pas terrible, plutôt en français | anglais
user | J'entends mal, écris-moi tout | entends
reference | Les plans de maintenance sont sur l'intranet, rubrique Technique | intranet
"""

PASSED = """
Comment veux-tu que je retienne tout ça
est-ce vrai qu'on rebase toujours
Pourquoi on n'utilise jamais d'enums
On devrait passer aux tabs désormais ou pas
tu sais si on supporte encore Python 3.8
Si on passait à Rust, ce serait plus rapide
Peut-être qu'on devrait toujours écrire les tests d'abord
Imaginons qu'on utilise désormais Kafka
On se demande si on passe à Bazel
On pourrait aussi prendre Docker à l'avenir
Renomme la fonction always_true
Ajoute un test pour l'import et supprime l'ancienne branche
Agrandis le titre et prends un bleu plus foncé
Tu peux corriger l'erreur du login
Lance les tests et montre-moi le résultat
Aujourd'hui sans tests, il faut aller vite
Prends SQLite pour l'instant
Cette fois, pas de commentaires
Le serveur reste éteint jusqu'à demain
Pour cette branche, pas de squash
Mon collègue dit : « toujours utiliser des tabs »
La doc dit qu'il ne faut jamais utiliser eval
Traduis : désormais nous utilisons toujours des espaces
Selon le blog, il ne faut plus utiliser que uv
Anna préfère les tabs
Mon chef aime les longs mails
Super, encore un nouveau framework
Génial, toujours en panne quand je teste
Désormais que des tabs. Ah non, oublie ça.
Merci, bon week-end !
À lundi alors
Le build est rouge depuis hier
Le test échoue toujours
Ça n'a jamais marché
Ne retiens pas ça
Je n'ai jamais vu cette erreur
Hier on a déployé et ça s'est bien passé
Je dois y aller maintenant
Je suis dans le train jusqu'à cinq heures
La fonction parse de utils.py renvoie None en cas d'erreur
Ça a l'air bien, continue avec le module suivant
Je n'ai aucune idée de ce qui se passe ici
Je veux le bouton à gauche
Je suis sûr que c'est le cache
Non, l'autre fichier
non, je parlais du deuxième test
Raccourcis ça s'il te plaît
Le bouton a disparu maintenant
Maintenant ça marche
Les tests passent maintenant
Le client vient d'appeler
toujours la même erreur
Ça ne me plaît pas, prends une autre couleur
Je trouve le premier mieux
Je reviens tout de suite
Finis ça pour demain
Il y a une raison pour laquelle on n'utilise jamais de vues ?
Je crois que le serveur est à Francfort
Ce ne serait pas mieux de toujours mettre en cache
Début juillet tout allait bien
D'accord, merci à toi
Le log dit que la connexion n'est jamais établie
Tu pourrais renommer le fichier
Ça ne marchera jamais
Je dois encore payer la facture
J'ai débranché la prise, ça remarche
Qui a écrit ça, toutes les variables s'appellent x
Mets la valeur à 90 au lieu de 70
Le client au magasin était bizarre aujourd'hui
Tu peux me dire qui valide les commandes
Hier il y avait du monde à l'exposition
Je vais manger
Mets les horaires à neuf heures
Si le comité est d'accord, on prendra peut-être la variante verte
Le tableau a douze colonnes
Mon fils est malade, je reprends plus tard
Chaque requête va chercher trois fois la même ligne
Chaque clic est traité deux fois
La fenêtre ne s'ouvre pas quand je clique
Je ne vois pas l'erreur
Tous les tests passent
Je viens de pousser la branche
Je suis sur la bonne branche
Je suis le seul à voir ce bug
La page reste bloquée au chargement
Le client a envoyé un nouveau mail
L'équipe a bien rigolé
Je veux seulement changer la dernière ligne
C'est mieux qu'avant
On a trouvé deux erreurs
Au lieu de la liste j'ai une page vide
Je ne comprends pas le message d'erreur
Plutôt la deuxième proposition
La méthode n'est jamais appelée
On dirait que ça marche
Je fais une pause
On n'a que deux erreurs restantes
J'ai résilié mon abonnement
Ne me demande pas comment j'ai trouvé
J'aimerais bien un café
Je suis bien arrivé
À partir de la ligne 40 tout est vide
Depuis la mise à jour tout est lent
Je suis bête, mauvais dossier
Seule la moitié des tests passe
Je t'envoie le log
Le client veut savoir quand ce sera prêt
On prend d'abord le chemin simple
Ça passe d'abord par le proxy puis ça plante
On fait ça demain
On n'y voit rien
Je n'ai jamais autant ri
"""


def rows(table):
    return [[cell.strip() for cell in line.split(" | ")] for line in table.strip().splitlines()]


@pytest.mark.parametrize(("kind", "text", "words"), rows(KEPT))
def test_what_holds_is_kept(hear, kind, text, words):
    assert any(kept.split()[0] in kind and words in kept for kept in hear(text)), hear(text)


@pytest.mark.parametrize("text", PASSED.strip().splitlines())
def test_what_passes_is_not(hear, text):
    assert hear(text) == []


OFFER = "J'ai découpé la migration en deux étapes."


@pytest.mark.parametrize(
    "answer",
    [
        "Parfait, fais toujours comme ça.",
        "Oui, c'est exactement comme ça que je le veux",
        "Nickel, on garde ce format",
        "ça me va, fais pareil à chaque fois",
    ],
)
def test_a_person_accepts_for_good_what_the_agent_did(hear, answer):
    assert any(OFFER.strip(".。") in kept for kept in hear(answer, offer=OFFER))


@pytest.mark.parametrize(
    "answer",
    [
        "Bien, merci.",
        "oui vas-y",
        "ok, continue",
    ],
)
def test_thanks_and_go_on_accept_nothing(hear, answer):
    assert hear(answer, offer=OFFER) == []
