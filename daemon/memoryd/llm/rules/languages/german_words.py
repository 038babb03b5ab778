"""German words that several phrases share, as groups."""

from .services import SERVICES

ALWAYS = (
    "immer|stets|generell|durchgehend|durchgängig|konsequent|grundsätzlich|grundsaetzlich|"
    "prinzipiell|ausnahmslos"
)
NEVER = "nie|niemals|nie_wieder|nie_mehr|keinesfalls|auf_keinen_fall|unter_keinen_umständen"
JOB = (
    "*entwickler|*entwicklerin|*ingenieur|*ingenieurin|*informatiker|*informatikerin|*leiter|"
    "*leiterin|*berater|*beraterin|*wissenschaftler|*wissenschaftlerin|*forscher|*forscherin|"
    "*lehrer|*lehrerin|*student|*studentin|*administrator|*admin|*architekt|*architektin|*analyst|"
    "*analystin|designer|designerin|*manager|*managerin|anfänger|anfängerin|neuling|azubi|"
    "praktikant|praktikantin|werkstudent|werkstudentin|doktorand|doktorandin|*tester|*testerin|"
    "freiberufler|freiberuflerin|quereinsteiger|quereinsteigerin|arzt|ärztin|jurist|juristin|"
    "*physiker|*physikerin|*biologe|*biologin|*mathematiker|farbenblind|product_owner|"
    "*verantwortliche|*verantwortlicher|*techniker|*technikerin|muttersprachler|*programmierer"
)
SETTLED = (
    "entschieden|beschlossen|geeinigt|festgelegt|vereinbart|abgemacht|umgestellt|umgestiegen|"
    "gewechselt|migriert|abgeschafft|eingestellt|verworfen|abgekündigt|ersetzt|abgelöst|abgesagt|"
    "verschoben|gestrichen|standardisiert|ausgemustert|stillgelegt|abgeschaltet|eingefroren|"
    "umgezogen|angeschafft|eingeführt|rausgeworfen|rausgeflogen|verlagert|übernommen|"
    "zurückgestellt|vereinheitlicht|umbenannt"
)
TONGUE = "deutsch|englisch|französisch|spanisch|italienisch|portugiesisch|russisch|polnisch"
FRILLS = (
    "emojis|emoji|floskeln|entschuldigungen|lobhudelei|einleitung|einleitungen|zusammenfassung|"
    "zusammenfassungen|vorrede|smalltalk|höflichkeiten|aufzählungen"
)
EACH = "jede|jeder|jedes|jeden|alle|sämtliche|neue|neuer|neues"
THEY = (
    "kunde|kunden|kundin|auftraggeber|betreiber|betriebsrat|rechtsabteilung|geschäftsführung|"
    "leitung|chefetage|behörde|datenschutz|datenschutzbeauftragte|datenschutzbeauftragter|"
    "vorstand|team|fachabteilung|partner|vertrieb|einkauf|support|lieferant|hersteller|firma|"
    "prüfer|revision"
)
NOW = (
    "jetzt|ab_jetzt|inzwischen|mittlerweile|nun|nur_noch|aktuell|derzeit|zurzeit|momentan|seitdem|"
    "seither"
)
RUN = (
    "läuft|laufen|liegt|liegen|steht|stehen|sitzt|hängt|hängen|fährt|fahren|geht|gehen|kommt|"
    "kommen|sprechen|spricht|redet|reden|arbeitet|arbeiten|passiert|erfolgt"
)
USE = (
    "nutzen|verwenden|benutzen|setzen|deployen|hosten|betreiben|fahren|bauen|unterstützen|liefern|"
    "veröffentlichen|arbeiten|bleiben|nehmen|haben_uns|wechseln|steigen|ziehen|cachen|speichern|"
    "schreiben|machen|testen|rechnen|messen"
)
UNIT = (
    "commit|pr|pull_request|merge_request|datei|klasse|funktion|methode|modul|test|testfall|zeile|"
    "ticket|branch|migration|datensatz|endpunkt"
)
TEXT = (
    "erklärung|erklärungen|begründung|begründungen|antwort|antworten|zusammenfassung|"
    "zusammenfassungen|kommentar|kommentare|einleitung|romane|ausgabe"
)
DAYS = (
    "montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|vormittags|nachmittags|"
    "abends|nachts|teilzeit|halbtags|morgens"
)

PLACES = f"{SERVICES}|{SERVICES.replace('|', '-*|')}-*"  # as in «Jira-Board»
WORK = (
    "schau|sieh|lies|öffne|hol|lade|füge|baue|bau|erstelle|erstell|schreib|schreibe|mach|mache|"
    "ändere|lösche|entferne|prüfe|prüf|teste|starte|führe|zeig|zeige|erkläre|such|suche|finde|"
    "behebe|fixe|ersetze|benenne|verschiebe|aktualisiere|implementiere|räum|lass_uns|lasst_uns|"
    "gib|refaktoriere|installiere|deploye|committe"
)
FILLER = (
    "bitte|ok|okay|so|und|auch|aber|übrigens|hey|hi|hallo|na|ja|danke|super|gut|prima|genau|achso|"
    "ach|noch_was|noch_etwas|nebenbei|also|dann|erstens|zweitens|wichtig|hinweis|kurzer_hinweis|"
    "außerdem|perfekt|passt|zur_info|noch_eins|moin|alles_klar|sorry|doch|mal|einfach|achtung"
)
