"""What German speakers say for good, and what they only say."""

import pytest

KEPT = """
project | Merk dir: der alte Importer kann nur Latin-1 | Latin-1
project | Notier dir bitte, dass die Staging-Datenbank jeden Sonntag zurückgesetzt wird | Staging
project | Bitte behalte im Hinterkopf: die API ist nur intern erreichbar | intern
project | Die Lizenz von Qt läuft über den Kunden, vergiss das nicht. | Qt
project | denk dran, die Messstation liefert Zeitstempel in UTC | UTC
feedback | Nein, nicht so: pathlib statt os.path verwenden | pathlib
feedback | Ich hab dir doch gesagt, keine Prints zum Debuggen | Prints
feedback | Falsch, Branches benennen wir auf Englisch | Englisch
feedback | frag mich immer, bevor du etwas committest | committest
feedback | Hör bitte auf, jede Zeile zu kommentieren | kommentieren
feedback | Das war zu lang, fass dich künftig kürzer | kürzer
feedback | bitte keine Emojis in den Antworten | Emojis
feedback | Antworte mir bitte auf Deutsch und duz mich | Deutsch
feedback | niemals auf main force-pushen | main
feedback | Vor jedem Merge muss der Linter laufen | Linter
feedback | Commit-Messages bitte immer auf Englisch | Englisch
feedback | Jede Tabelle braucht eine Spalte created_at | created_at
feedback | Tests gehören bei uns neben den Code | Tests
feedback | Neue Endpunkte brauchen grundsätzlich einen Integrationstest | Integrationstest
feedback | Fehler werden bei uns nie verschluckt, sondern geloggt | geloggt
feedback | Verzichte in Zukunft auf Mocks | Mocks
feedback | Lass die Finger von den generierten Dateien, die werden überschrieben | generierten
feedback | Nimm für Datumsangaben generell pendulum, nicht datetime | pendulum
user/feedback | Ich mag lieber kleine Commits | kleine
user | Typen sind mir lieber als Docstrings | Typen
user/feedback | Ich hasse lange Erklärungen | lange
user | am liebsten arbeite ich im Terminal | Terminal
user | Ich komme ursprünglich aus der Biologie und programmiere erst seit einem Jahr | Biologie
user | Ich bin Datenanalystin in einem Krankenhaus | Datenanalystin
user | ich schreib seit 20 Jahren Fortran, Rust ist für mich neu | Fortran
user | Bin für die Abrechnung zuständig | Abrechnung
user | Ich sitze in Lissabon, also eine Stunde hinter euch | Lissabon
user | Mit Kubernetes kenne ich mich kaum aus | Kubernetes
user | Ich leite das Team für die Bildverarbeitung | Team
project | Wir haben beschlossen, Postgres zu nehmen | Postgres
project | Wir sind letzte Woche von Jenkins auf GitLab CI umgezogen | GitLab
project | Ab dem 1. Mai gilt nur noch Python 3.12 | 2026-05-01
project | Wir nutzen jetzt gRPC | gRPC
project | Windows 7 unterstützen wir nicht mehr | Windows
project | Statt REST sprechen die Dienste jetzt gRPC | gRPC
project | Der Kunde will ausschließlich On-Premise | On-Premise
project | Das Release geht am Freitag raus | 2026-03-13
project | Das Zertifikat läuft am 14. April ab | 2026-04-14
project | Ab nächsten Donnerstag ist Code-Freeze | 2026-03-19
project | Die Demo ist auf Ende März verschoben | 2026-03-31
project | In zwei Wochen kommt der Prüfer, bis dahin muss die Doku stehen | 2026-03-24
project | Übermorgen ist Abgabe beim Kunden | 2026-03-12
project | Aktuell läuft alles auf Kubernetes 1.29 | 1.29
project | Unsere Kunden sind Krankenhäuser, deshalb keine Cloud | Krankenhäuser
project | Das Budget für die CI liegt bei 200 Euro im Monat | 200
project/feedback | Die Daten dürfen aus rechtlichen Gründen die EU nicht verlassen | EU
project | Wir bleiben bei Java 17, das ist entschieden | Java
project/feedback | Redis ist raus, wir cachen ab jetzt im Prozess | Prozess
reference | Das Dashboard findest du unter https://grafana.example.com/d/7 | grafana
reference | Bugs melden wir in Jira im Projekt OPS | Jira
reference | Für Alarme haben wir den Kanal #ops-alarme | #ops-alarme
reference | Das Wiki ist umgezogen: https://wiki.example.org/neu | wiki
reference | Entwürfe liegen in Figma unter Marketing | Figma
project | Für später: die Seriennummern vergibt das Werk, nicht wir | Seriennummern
feedback/project | Es heißt Mandant, nicht Kunde | Mandant
feedback | Nicht in Englisch, Kommentare bitte auf Deutsch | Kommentare
feedback | Erst den Plan zeigen, dann coden, und zwar immer | Plan
feedback/user | Diffs statt ganzer Dateien reichen mir | Diffs
feedback/user | Ich brauche keine langen Begründungen | Begründungen
user | Ich mache hier nur QA | QA
user | Bin neu im Team und kenne die Codebasis noch nicht | neu
user | ich arbeite nur vormittags, freitags gar nicht | vormittags
project | Wir haben uns gegen Kubernetes entschieden | Kubernetes
project | Die App bauen wir in Flutter | Flutter
project | Mindestversion ist Android 9 | Android
project | Mit Version 3 fällt die XML-Schnittstelle weg | XML
project | Der Schwellwert liegt jetzt bei 90 statt 70 | 90
project | Die Zahlungen laufen nicht mehr über PayPal, sondern über Stripe | Stripe
project | Bis zum 30.6. müssen wir fertig sein | 2026-06-30
project | Am 3. Mai ist Messe in Hannover | 2026-05-03
project | Abgabe ist nächsten Mittwoch | 2026-03-18
project | Ich bin ab dem 5. Mai zwei Wochen im Urlaub | 2026-05-05
project | Mitte April ziehen wir das Rechenzentrum um | April
project | Monatsende ist Abnahme | 2026-03-31
reference/project | Bei Fragen zur Hardware ist Jens der Ansprechpartner | Jens
reference/project | Die Zugangsdaten liegen in 1Password unter Labor | 1Password
reference | Das Protokoll ist auf der Confluence-Seite Messtechnik beschrieben | Confluence
reference | Sprints planen wir im Board https://boards.example.com/b/3 | boards
feedback | Der main-Branch ist tabu, immer über Pull Requests | main
feedback | Zahlen bitte generell mit Komma als Dezimaltrenner | Komma
feedback | SQL gehört in Großbuchstaben | SQL
feedback | Pro Commit nur ein Thema | Commit
feedback | Secrets kommen nie ins Repo | Secrets
feedback/project | Ab sofort gibt Frau Melzer die Bestellungen frei, nicht mehr ich | Melzer
project | Die Öffnungszeiten sind seit Januar andere: montags ist zu | montags
project | Das Lager rechnet inzwischen in Paletten statt in Kartons | Paletten
project | Den Newsletter verschicken wir nicht mehr am Montag, sondern am Donnerstag | Donnerstag
project | Im Beirat haben sie sich auf die grüne Variante festgelegt | grüne
project | Die Mobilversion kommt nicht, das macht der Verlag selbst | Mobilversion
project | Nächsten Freitag um zwölf ist Redaktionsschluss | 2026-03-20
project | Die Probephase läuft noch bis Ende Mai | 2026-05-31
project | Heute in drei Wochen eröffnet die Ausstellung | 2026-03-31
project | Bis spätestens 12. April brauchen die Lehrer ihre Zugänge | 2026-04-12
reference | Die Fahrpläne pflegt die Leitstelle in einer Tabelle auf SharePoint | SharePoint
reference | Störungen immer zuerst auf https://status.example.net nachsehen | status
reference/project | Das Passwort für den Drucker steht im Tresor, nicht hier | Tresor
feedback | Die Preise nie gerundet anzeigen | Preise
feedback | Namen der Patienten dürfen nirgends im Log auftauchen | Patienten
feedback | Gerundet wird bei uns immer kaufmännisch | kaufmännisch
feedback | Bilder erst nach Freigabe durch die Redaktion hochladen | Freigabe
feedback | Nee, Gewichte in Gramm, nicht in Kilo | Gramm
feedback/user | Sag mir lieber gleich, wenn etwas nicht geht | gleich
feedback/user | Bei Entscheidungen will ich zwei Varianten sehen | Varianten
user | Ich bin eigentlich Schreiner und mache das nebenbei | Schreiner
user | Ich sehe Rot und Grün schlecht | Rot
user | Ich bin hier die Vertretung für Katrin bis zum Sommer | Vertretung
project | die Sensoren am Nordhang melden nur alle sechs Stunden, merk dir das bitte | Nordhang
feedback | Ich hätte gern, dass du Änderungen immer in kleinen Schritten machst | Schritten
feedback/user | Bitte keine Rückfragen bei Kleinigkeiten, entscheide selbst | Rückfragen
feedback | Du hast schon wieder die Sprache gewechselt, bleib bitte bei Deutsch | Deutsch
feedback | Die Einheiten gehören immer dazu, also 5 mm und nicht 5 | Einheiten
feedback | Neue Texte müssen erst durch das Lektorat | Lektorat
project | Den Kalender führt ab April die Verwaltung | Verwaltung
project | Der alte Server wird zum 30. Juni abgeschaltet | 2026-06-30
feedback/project | Seit dem Umbau gibt es nur noch zwei Kassen | zwei Kassen
project | Wir haben die Lizenz gekündigt und steigen auf QGIS um | QGIS
project | Die Vereinbarung mit dem Verlag: keine Werbung in der App | Werbung
project | Übernächste Woche kommt die Delegation, bis dahin muss die Demo laufen | 2026-03-23
user | Ich bin Hausmeister und kein Programmierer | Hausmeister
user | Mein Englisch ist nicht so gut, also lieber auf Deutsch | Englisch
user | Ich höre schlecht, schick mir alles schriftlich | höre
reference | Die Wartungspläne hängen im Intranet unter Technik | Intranet
"""

PASSED = """
Wie kann ich mir das alles merken
stimmt es, dass wir immer rebasen
Warum verwenden wir eigentlich nie Enums
Sollen wir künftig lieber Tabs nehmen
weißt du, ob wir noch Python 3.8 unterstützen
Wenn wir auf Rust umsteigen würden, wäre es schneller
Vielleicht sollten wir immer erst die Tests schreiben
Angenommen, wir nutzen ab jetzt Kafka
Wir überlegen, ob wir auf Bazel wechseln
Man könnte ja künftig auch Docker nehmen
Benenne die Funktion always_true um
Füge einen Test für den Import hinzu und lösche den alten Branch
Mach bitte die Überschrift größer und nimm ein dunkleres Blau
Kannst du den Fehler im Login beheben
Lass die Tests laufen und zeig mir das Ergebnis
Heute ohne Tests, es muss schnell gehen
Nimm vorerst SQLite
Diesmal bitte keine Kommentare
Bis morgen bleibt der Server aus
Für diesen Branch bitte nicht squashen
Mein Kollege sagt: „Immer Tabs verwenden“
In der Doku steht, man soll nie eval benutzen
Übersetze: Ab jetzt benutzen wir immer Leerzeichen
Laut dem Blog soll man nur noch uv verwenden
Anna bevorzugt Tabs
Mein Chef mag lange Mails
Super, schon wieder ein neues Framework
Na toll, immer wenn ich teste, ist die CI kaputt
Ab jetzt nur noch Tabs. Ach nein, vergiss das.
Danke, schönes Wochenende!
Bis Montag dann
Der Build ist seit gestern rot
Der Test schlägt immer fehl
Das hat noch nie funktioniert
Merk dir das bitte nicht
Diesen Fehler habe ich noch nie gesehen
Gestern haben wir deployt und es lief gut
Ich muss jetzt los
Ich bin bis fünf im Zug
Die Funktion parse in utils.py gibt bei Fehlern None zurück
Sieht gut aus, mach weiter mit dem nächsten Modul
Ich habe keine Ahnung, was hier passiert
Ich will den Button links haben
Ich bin mir sicher, dass es am Cache liegt
Nein, die andere Datei
nein, ich meinte den zweiten Test
Schreib das bitte kürzer
Der Button ist jetzt weg
Jetzt geht es
Die Tests laufen jetzt durch
Der Kunde hat gerade angerufen
immer noch derselbe Fehler
Gefällt mir nicht, nimm eine andere Farbe
Ich finde den ersten Vorschlag besser
Ich bin gleich zurück
Mach das bis morgen fertig
Gibt es einen Grund, warum wir nie Views nutzen
Ich glaube, der Server steht in Frankfurt
Wäre es nicht besser, immer zu cachen
Anfang Juli war noch alles gut
Alles klar, danke dir
In dem Log steht, dass die Verbindung nie aufgebaut wurde
Könntest du die Datei umbenennen
Das wird nie etwas
Ich muss noch die Rechnung bezahlen
Ich habe den Stecker gezogen, jetzt läuft er wieder
Wer hat das denn geschrieben, alle Variablen heißen x
Setz den Wert auf 90 statt 70
Der Kunde im Laden war heute komisch
Kannst du mir sagen, wer die Bestellungen freigibt
Gestern war die Ausstellung gut besucht
Ich gehe jetzt Mittag essen
Stell die Öffnungszeiten auf neun um
Wenn der Beirat zustimmt, nehmen wir vielleicht die grüne Variante
Die Tabelle hat zwölf Spalten
Mein Kind ist krank, ich mache später weiter
Jede Anfrage braucht drei Sekunden
Jeder Klick muss doppelt verarbeitet werden, warum
Der Dialog kommt nicht, wenn ich klicke
Ich sehe den Fehler nicht
Alle Tests laufen durch
Die Spalte fällt bei schmalen Fenstern weg
Ich habe das gerade gelernt
Nur mit Neustart geht es wieder
Ich bin fertig mit dem Review
Ich bin auf dem richtigen Branch
Die Seite bleibt beim Laden hängen
Der Kunde hat eine neue Mail geschickt
Das Team hat sich gefreut
Ich will nur die letzte Zeile ändern
Das ist besser als vorher
Wir haben zwei Fehler gefunden
Statt der Liste kommt eine leere Seite
Ich verstehe die Fehlermeldung nicht
Der Code läuft auf meinem Rechner in einer Endlosschleife
Lieber den zweiten Vorschlag
Die Methode wird nie aufgerufen
Ich habe mein Abo gekündigt
Frag nicht, wie ich das gefunden habe
Ich hätte gern einen Kaffee
Die Seite muss noch durch den Proxy
Lieber erst den anderen Fehler
Ab Zeile 40 ist alles leer
Seit dem Update ist alles langsam
Ich bin ein Idiot, falscher Ordner
Ich habe noch nie so viel gelacht
Nur die Hälfte der Tests läuft
Ich schick dir gleich das Log
Bei mir ist es halb zwei
Der Kunde will wissen, wann es fertig ist
Wir nehmen erst mal den einfachen Weg
"""


def rows(table):
    return [[cell.strip() for cell in line.split(" | ")] for line in table.strip().splitlines()]


@pytest.mark.parametrize(("kind", "text", "words"), rows(KEPT))
def test_what_holds_is_kept(hear, kind, text, words):
    assert any(kept.split()[0] in kind and words in kept for kept in hear(text)), hear(text)


@pytest.mark.parametrize("text", PASSED.strip().splitlines())
def test_what_passes_is_not(hear, text):
    assert hear(text) == []


OFFER = "Ich habe die Migration in zwei Schritte aufgeteilt."


@pytest.mark.parametrize(
    "answer",
    [
        "Genau so, mach das bitte immer so.",
        "Ja, genau so will ich das haben",
        "Gefällt mir, bitte so beibehalten",
        "So machen wir das ab jetzt",
        "perfekt, gerne immer in dieser Form",
    ],
)
def test_a_person_accepts_for_good_what_the_agent_did(hear, answer):
    assert any(OFFER.strip(".。") in kept for kept in hear(answer, offer=OFFER))


@pytest.mark.parametrize(
    "answer",
    [
        "Gut, danke.",
        "Ok, mach weiter",
        "ja, los",
        "passt, weiter mit dem nächsten",
    ],
)
def test_thanks_and_go_on_accept_nothing(hear, answer):
    assert hear(answer, offer=OFFER) == []
