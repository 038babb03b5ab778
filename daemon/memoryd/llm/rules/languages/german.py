"""German."""

from memoryd.llm.rules.wording import Wording

from .dates import GERMAN_DATES
from .german_words import (
    ALWAYS,
    DAYS,
    EACH,
    FILLER,
    FRILLS,
    JOB,
    NEVER,
    NOW,
    PLACES,
    RUN,
    SETTLED,
    TEXT,
    THEY,
    TONGUE,
    UNIT,
    USE,
    WORK,
)

GERMAN = Wording(
    dates=GERMAN_DATES,
    common=(
        "der die das und oder ist sind war nicht ein eine einen dem den des zu mit für auf von im "
        "in wir ich du es sie bitte auch nur noch wenn wie was aber als bei nach immer nie kein "
        "keine mehr am um vom zum zur beim aus über unter vor durch gegen ohne wird werden hat "
        "haben kann muss soll dann hier jetzt schon dass weil alle man uns mir mich dir dich "
        "unser unsere mein meine diese dieser dieses keinen sondern sich ja nein mal doch bis ab "
        "will wollen möchte"
    ),
    joins="und|aber|weil|denn|also|dann|bitte|außerdem|sondern|da|oder",
    remember="""
        ^ merk|merke dir|es_dir|dir_bitte|dir_das|dir_mal|euch bitte? das? dass|:
        ^ merk|merke dir bitte?
        ^ merken|notieren|speichern :
        ^ merken sie sich bitte? dass?
        ^ notier|notiere|speicher|speichere|vermerk|vermerke|schreib|schreibe|halt|halte dir? \
bitte|mal? auf|fest|das|dies|folgendes|bitte? dass|:
        ^ notier|notiere|speicher|speichere|vermerk|vermerke :
        ^ behalt|behalte im_kopf|im_gedächtnis|in_erinnerung dass|:
        ^ denk|denke|denkt bitte|immer? daran|dran|künftig_daran dass|:
        ^ vergiss|vergesst bitte? nicht dass|:
        ^ für die_zukunft|später|die_akten|dein_gedächtnis|das_protokoll :
        ^ wichtig für die_zukunft|später|immer :
        ^ zur erinnerung|info_für_später :
        ^ behalt|behalte .. im_kopf|im_hinterkopf|im_gedächtnis|in_erinnerung|auf_dem_schirm dass|:
        ^ denk|denke|denkt bitte|immer? daran|dran dass?
        ^ nur damit|dass du_es_weißt|du_bescheid_weißt :
        ^ du solltest|musst wissen dass|:
        ^ gut zu_wissen :
        ^ nicht vergessen :
        ^ für|zur später|spätere_referenz|unterlagen|wiedervorlage|protokoll :
        ^ als merkposten|merksatz|notiz|gedächtnisstütze :
    """,
    recall_that="""
        merk|merke dir das|bitte|das_bitte|es $
        das bitte? merken|notieren|speichern $
        notier|notiere|speicher|speichere dir? das|es bitte? $
        bitte merken|notieren $
        behalt|behalte das im_kopf|im_hinterkopf $
        vergiss|vergesst das|es bitte? nicht $
        denk|denke bitte? dran|daran $
        nicht vergessen $
    """,
    standing=f"""
        nicht nochmal|wieder|noch_einmal *
        ich hab|habe|hatte dir|euch|doch? doch|schon|bereits|mehrfach|oft|zigmal gesagt|gebeten
        ab jetzt|sofort|heute|nun|dem_heutigen_tag
        von nun|jetzt an
        künftig|zukünftig|fortan
        in zukunft ... bitte|{ALWAYS}|{NEVER}|nicht|kein|keine|keinen|nur|nutze|verwende|nimm|mach
        beim nächsten mal *
        bitte .. nicht|kein|keine|keinen|keinerlei .. mehr|wieder
        mach|tu|verwende|nutze|benutze|schreib|schreibe|füge|nimm|lass|ändere|setz|setze|lege|leg|\
committe .. nicht|nie|kein|keine|keinen|keinerlei .. mehr|wieder
        ist|sind|bleibt|bleiben strikt|streng? verboten|tabu|untersagt|pflicht|nicht_erlaubt|\
unerwünscht|verpflichtend|obligatorisch
        hör|höre|hört bitte|endlich? auf *
        lass|lasse bitte|das|doch|künftig? .. weg|sein
        jedes|jedesmal mal wenn|bevor
        vor|nach jedem|jeder|jeden commit|push|merge|release|deployment|änderung|build|pr
        bei jedem|jeder|jeden commit|push|merge|release|deployment|pr .. muss|müssen|bitte|{ALWAYS}
        in|bei|für diesem|unserem|diesen|dieses|uns repo|repository|projekt|team|codebasis|firma|\
code .. wir|{ALWAYS}|{NEVER}|nur|kein|keine|gilt|bitte|man
        bei uns *
        unsere|die|eine feste? konvention|regel|richtlinie|vorgabe|hausregel ist|lautet|sagt|:
        ohne rückfrage|meine_freigabe|meine_zustimmung|mein_ok|review|absprache|zu_fragen
        frag|frage bitte|mich|erst|immer|vorher|zuerst ... bevor|vorher|zuerst
        du * schon_wieder|dauernd|ständig
        ich will|möchte|brauche keine|keinen|kein !*fehler *
        antworte|antwort|schreib|schreibe|rede|red|sprich mir|mit_mir? bitte? auf|in {TONGUE}
        ^ kein|keine|keinen|keinerlei|ohne|weniger {FRILLS}
        > duz|duze|siez|sieze mich
        > lass|lasst die finger|hände *
        > ich will|möchte .. {NEVER}|{ALWAYS}
        erst|zuerst ... dann|danach ... immer|jedes_mal|grundsätzlich|stets
        > so|das|dieses_format|diesen_stil bitte? beibehalten|immer_so
        bitte|immer auf|in {TONGUE} $
        hätte gern|gerne|lieber ... {ALWAYS}|{NEVER}
        bleib|bleibe|antworte|lieber|besser .. {TONGUE}
    """,
    general=f"""
        > kein|keine|keinen .. mehr $
        ^ kein|keine|keinen * in|bei *
        ^ * bitte? nur auf|in|mit|über *
        bitte|du|sie|wir {ALWAYS}|{NEVER}
        ^ {ALWAYS}|{NEVER} !noch|wieder_das|das_gleiche|derselbe *
        > {ALWAYS}|{NEVER} !noch|wenn_ich|das|mehr|der|die *
        ^ !das|der|die|es|er|sie|ich|dieser|diese|dieses|mein|meine|warum|wieso|was|wie|ein|eine|\
wenn|da|hier|dort|funktioniert|geht|kommt|läuft|bekomme|bin|bist|sind|ist|hat|war|wurde|wird * \
bitte? {ALWAYS}|{NEVER}
        ^ !das|der|die|es|er|sie|ich|warum|was|wie|ist|war|hat bitte|* .. {NEVER} *
        wir * .. {ALWAYS}|{NEVER} !noch
        wir {ALWAYS}|{NEVER}|ausschließlich|nur
        müssen|sollen|sollten|dürfen .. {ALWAYS}|{NEVER}|ausnahmslos
        muss|soll|sollte|darf .. {NEVER}|ausnahmslos
        darf|dürfen|soll|sollen .. nicht|kein|keine|keinen|nie|niemals|nur|nirgends|nirgendwo
        du|ihr|man sollst|musst|solltest|müsst|muss|darf|darfst .. {ALWAYS}|{NEVER}|nicht|kein|\
keine|keinen
        grundsätzlich *
        nur noch *
        > verzichte|vermeide|meide|unterlass|unterlasse !darauf|das|es *
        > fass|fasse|rühr|rühre|lass|lasse .. nicht|nie|niemals|in_ruhe|unangetastet *
        ^ {EACH} ... braucht|brauchen|muss|müssen|bekommt|bekommen|kriegt|kriegen|gehört|gehören|\
darf|dürfen|soll|sollen|heißt|heißen|beginnt|beginnen !zwei|drei|vier|fünf|zehn|lange|ewig|etwa|\
ungefähr|mehr|viel|zu
        ^ nimm|nutze|nutz|verwende|benutze|schreib !den|die|das|der|dem|diesen|diese|dieses|hier|\
mal|bitte_mal * .. statt|anstatt|nicht|sondern
        ^ * gehören|gehört|kommen|kommt bei_uns|immer? in|unter|neben|ins|nach|auf *
        > bitte kein|keine|keinen|keinerlei *
        ^ nicht *en $
        > nimm|nutze|nutz|verwende|benutze|schreib|schreibe|mach|setz|leg|lege .. {ALWAYS}|{NEVER}
        pro|je {UNIT} *
        ^ * heißt|heißen|nennen|sagen|nennt|sagt !ja|du|ich * .. nicht|statt|und_nicht
        > es|das heißt|nennt_sich * nicht|statt|und_nicht
        niemand|keiner * .. in|auf|ohne|direkt|außer
        direkt|direkte auf|in * .. nicht|nie|tabu|verboten|kein|keine
        > * schreiben|schreibt|schreibst .. groß|klein|in_großbuchstaben|mit|ohne|im
        > * wird|werden .. immer|nie|niemals|stets|klein|groß .. geschrieben|benannt|gespeichert|\
verwendet|geloggt
        sag|sagt|zeig|zeige|frag|frage|gib|melde|warn|warne mir|mich|dich|bescheid ... wenn|falls|\
sobald|bevor|bei
        ^ wenn|falls|sobald|bei * ... sag|zeig|zeige|frag|frage|gib|nimm|melde|warn|warne|will_ich|\
möchte_ich|brauche_ich !den|das_hier *
        {NEVER}|{ALWAYS} * *en $
        * erst|nur nach * .. *en $
        > frag|frage mich nicht
        gehört|gehören|muss|müssen|soll|sollen .. {ALWAYS} *
        > * erst|zuerst durch|über|an *
    """,
    prefers=f"""
        > ich|wir bevorzuge|bevorzugen|präferiere|präferieren|favorisiere !das|die_erste|\
die_zweite|variante *
        bevorzuge|bevorzugen ich|wir *
        > ich|wir mag|mögen|liebe|hasse|hassen !das|es|dies|diese|den|wie *
        > ich|wir * lieber|am_liebsten|ungern|grundsätzlich|normalerweise|meistens|meist *
        mir ist|sind|wäre .. lieber|wichtig|am_liebsten
        mir reicht|reichen|genügt|genügen *
        mir|uns gefällt|gefallen .. besser|nicht
        ich arbeite|schreibe|nutze|benutze|verwende|lese|tippe|programmiere immer|meist|meistens|\
nur|grundsätzlich|normalerweise|am_liebsten|ausschließlich
        > lieber * .. als *
        mein|meine bevorzugter|bevorzugte|bevorzugtes|lieblings*
        > ich|wir finde|finden !den|die|das|deine|es|dass .. besser|angenehmer|schrecklich|\
furchtbar|übersichtlicher|lesbarer|super|gut
        > am_liebsten|lieber ist|sind|habe|arbeite|lese|schreibe|nutze|hätte|mag mir|ich *
        * ist|sind mir|uns lieber|wichtig|wichtiger|zu_lang|zu_ausführlich
        * nervt|nerven|stört|stören mich|uns
        ich kann .. nicht leiden|ausstehen|ab
        ich halte|halt nichts|wenig von *
        * reicht|reichen|genügt|genügen mir|uns|völlig|vollkommen
        > ich|wir brauche|brauchen|will|möchte kein|keine|keinen .. {TEXT}
    """,
    role=f"""
        > ich bin|arbeite_als .. {JOB}
        ich bin .. neu|unerfahren|vertraut|zuständig|verantwortlich in|bei|mit|für|im|hier
        ich bin farbenblind|legastheniker|linkshänder|einsteiger|gehörlos|blind
        ich bin kein|keine {JOB}
        > ich arbeite|programmiere|entwickle !gerade|daran|jetzt|heute|an_dem|immer_noch * als|bei|\
in|im|am|an|für|mit|hauptsächlich|seit
        > ich arbeite als|bei|im|am|in *
        > ich leite|betreue|verantworte|pflege|unterrichte|studiere|manage !das_hier *
        > ich * seit .. jahren|monaten
        ich habe noch? nie|kaum|wenig|keine|viel .. erfahrung|programmiert|gearbeitet|verwendet|\
benutzt|genutzt|gemacht|geschrieben
        ich kenne mich .. aus
        ich spreche|verstehe|lese kein|nur|kaum *
        jahre|jahren|jahrzehnte .. erfahrung
        mein|meine name|rolle|beruf|hintergrund|zeitzone|muttersprache|aufgabe|job|fachgebiet ist
        nenn|nenne mich *
        > ich komme|stamme|komm !nicht|auf|gleich|morgen|wieder|heute|später .. aus|von *
        > ich wohne|lebe|sitze !gerade|jetzt|im|an|am|heute|noch|seit_stunden in|bei *
        > ich bin von_haus_aus|gelernter|gelernte|hauptberuflich|nebenberuflich|ursprünglich *
        ^ bin .. {JOB}|zuständig|verantwortlich|neu|unerfahren
        kenne|kenn ich mich .. aus
        * ist|sind mir|für_mich neu|neuland|fremd|ungewohnt
        > ich mache|mach|betreue|kümmere|kümmer !das|es|gleich|mich_gleich|weiter .. buchhaltung|\
um_die|um_den|hauptberuflich|seit_jahren|beruflich
        > ich habe|hab keine|wenig|kaum|null ahnung von|erfahrung *
        > ich habe|hab .. studiert|promoviert|gelernt
        > ich kann gut|kaum|nur|kein|wenig *
        > ich arbeite|bin|komme .. nur|nicht|immer? .. {DAYS}
        > ich mache|mach|bin hier? nur|hier|ausschließlich|hauptsächlich !das|mal|kurz|schnell *
        * arbeite ich nicht|nie|nur
        > ich bin der|die einzige *
        > ich bin eigentlich|gelernter|gelernte|von_beruf|von_haus_aus|selbst|hauptberuflich? *er|\
*erin|*istin|*ist|*meister|*kraft|*loge|*login !nicht
        > ich bin hier? die|der|nur|als .. vertretung|aushilfe|ersatz|praktikum
        > ich vertrete|ersetze|übernehme_für *
        > ich sehe|höre|kann|vertrage .. schlecht|kaum|nicht_gut|schwer|nicht_unterscheiden
        nebenbei|nebenberuflich|hauptberuf|im_ehrenamt|ehrenamtlich
        mein|meine {TONGUE} ist|wird *
        > ich bin * und|, kein|keine|nicht *
    """,
    decides=f"""
        unsere|unser|unserer * ist|sind|hat|haben|läuft|laufen|nutzt|nutzen|sitzt|sitzen|braucht|\
brauchen|verlangt|verlangen !kaputt|down|rot|langsam|weg *
        seit|ab .. nutzen|verwenden|nur|alle|akzeptieren|gilt
        wir|die|man|das|es|ich|alle haben|hat|habe|sind|ist|wurde|wurden|wird|werden ... {SETTLED}
        haben|hat|sind|wurde wir|das_team|man|sich ... {SETTLED}
        die|unsere entscheidung|vereinbarung ist|lautet|steht|:
        entscheidung|beschluss aus|vom|: .. *
        beschlossen|entschieden|vereinbart :
        wir {NOW}? {USE} !das|die_funktion|heute *
        {USE} wir {NOW}|keine|kein|nicht|nicht_mehr|ausschließlich|*
        wird|werden|ist|sind|gibt_es nicht|kein|keine|keinen mehr unterstützt|verwendet|benutzt|\
genutzt|gepflegt|benötigt|gebraucht|angeboten|erlaubt|gebaut|verwenden|nutzen
        statt|anstatt|anstelle .. nutzen|verwenden|benutzen|setzen|nehmen|jetzt|künftig
        nutzen|verwenden|benutzen|setzen|nehmen|läuft|laufen .. statt|anstatt|anstelle
        bleibt|bleiben dabei|es_dabei|bei *
        abgekündigt|abgeschafft|endgültig gestrichen|weg|vom_tisch
        läuft|laufen|liegt|liegen .. produktiv|in_produktion|auf_produktion
        wir verzichten|kündigen|schalten|stellen .. auf|ab|um|ein
        der|die|das|unser|unsere {THEY} will|wollen|verlangt|verlangen|fordert|fordern|besteht|\
bestehen|erlaubt|erlauben|akzeptiert|akzeptieren|möchte|verbietet|braucht|brauchen|nutzt|nutzen|\
arbeitet|zahlt|bezahlt|darf|dürfen|muss|müssen !gerade|angerufen|geschrieben|gefragt|recht *
        der|die {THEY} ist|sind !krank|da|weg|gerade|noch|im *
        {NOW} {RUN} * .. auf|über|mit|unter|bei|in
        * {RUN} {NOW} .. auf|über|mit|unter|bei|in
        ^ alles|alle|sämtliche * .. {RUN} .. auf|über|mit|unter|in
        limit|budget|obergrenze|kontingent|quote|sla|speicherplatz|grenzwert|vertrag .. liegt|\
beträgt|ist|sind|umfasst|reicht *
        > * ist|sind .. raus|geschichte|passé|gestorben|vom_tisch|eingestampft $
        > aus rechtlichen|vertraglichen|lizenzrechtlichen|datenschutzgründen gründen? *
        dürfen|darf .. nicht .. verlassen|raus|aus
        > * löst|lösen|ersetzt|ersetzen .. ab|den|die|das
        nicht mehr ... sondern|jetzt|nur_noch
        {NOW} .. statt|anstatt|anstelle|und_nicht *
        mindest*|minimal*|maximal*|höchst* .. ist|sind|liegt|beträgt|bleibt *
        mit|in|ab version|v* .. fällt|fallen|verschwindet|verschwinden|kommt|kommen|entfällt|\
entfallen
        gegen|für * entschieden
        > * bauen|entwickeln|schreiben|betreiben|hosten|machen wir .. in|mit|auf|bei *
        > * wird|werden .. in|mit|auf * gebaut|entwickelt|geschrieben|betrieben|gehostet|umgesetzt
        haben|hat sie|die|sich|sie_sich ... {SETTLED}|festgelegt|geeinigt
        ^ seit|ab !zeile|spalte * .. ist|sind|gilt|gelten|haben|hat|läuft|machen|macht
        * ist|sind seit .. zu|geschlossen|anders|andere|neu|offen|nur
        * .. kommt|kommen nicht|doch_nicht !wenn|mehr|an|durch|zurück|hoch|rein|raus|weiter|mit|\
klar|auf
        * gibt|genehmigt|prüft|macht|übernimmt|betreut|entscheidet|freigibt .. nicht_mehr|statt|\
jetzt|ab_jetzt|künftig
        macht|machen|übernimmt|übernehmen der|die|das * selbst
        vereinbarung|abmachung|absprache|vertrag mit * ... :|*
        wir .. gekündigt|abbestellt|verkauft|angeschafft
    """,
    due="""
        läuft|laufen ... ab|aus|bis
        frist|deadline|stichtag|termin|fällig|abgabe|abgabetermin|release|veröffentlichung|launch|\
livegang|go-live|freeze|code-freeze|einfrieren|demo|vorführung|abnahme|audit|prüfung|umstellung|\
migration|auslieferung|lieferung|rollout|schulung|messe|besuch|sperre
        läuft|laufen .. ab|aus|bis
        geht|gehen .. live|raus|online|weg
        endet|enden|beginnt|beginnen|startet|starten|schließt|öffnet|erscheint|erscheinen|gilt|\
gelten|bleibt|bleiben|kommt|kommen
        muss|müssen|soll|sollen .. bis|am|ende|anfang|fertig|sein|stehen|raus|erledigt|getauscht|\
abgegeben|vor|spätestens
        verschoben|vorgezogen|vertagt|verlängert|geplant|angesetzt|verlegt
        spätestens
        wird|werden .. abgeschaltet|eingestellt|gesperrt|umgestellt|ausgeliefert|freigegeben
        zieht|ziehen|schaltet|schalten|stellt|stellen|kündigt|kündigen|liefert|liefern|tauscht|\
tauschen|sperrt|sperren|wechselt|wechseln .. ab|ein|um|aus|auf|zurück
        prüfer|messe|kunde|kundin|auditor kommt|kommen|besucht|schaut
        übergabe|wartungsfenster|betriebsferien|präsentation|workshop|hauptversammlung|\
ende_des_supports
        verlängern|ausläuft|auslaufen|abläuft|ablaufen
        müssen|muss|sollen|soll|wollen .. fertig|abgeben|liefern|stehen|raus
        urlaub|elternzeit|feiertag|betriebsurlaub|umzug
        ziehen|zieht .. um
        dauert|dauern|eröffnet|eröffnen|schließen|feiern|tagt|tagen|redaktionsschluss|\
anmeldeschluss|einsendeschluss|schluss|brauchen|braucht|führt|übernimmt|betreut|läuft_noch|\
probephase|probezeit|gastiert|findet
    """,
    resource="""
        dashboard*|board|wiki|handbuch|doku|dokumentation|runbook*|ticket*|tickets|fehler|bugs|\
aufgaben|kanal|channel|kalender|tabelle|liste|protokoll|protokolle|logs|metriken|alarme|spiegel|\
registry|entwürfe|entwurf|designs|leitfaden|anleitung|portal|statusseite|spezifikation|verteiler|\
roadmap|server|ablage|laufwerk|dienstplan|plan|pläne|unterlagen|testumgebung|staging
    """,
    place=f"""
        ist|sind|liegt|liegen|steht|stehen|findest|findet|pflegt|pflegen|meldet|melden|verwaltet|\
verwalten|dokumentier*|sammelt|sammeln|erfass*|führt|führen|kommt|kommen|gehören|trägt|postet|legt|\
werden|wird ... {PLACES}
        ist|sind|liegt|liegen|hängt|hängen|steht|stehen|findest|findet .. in|im|auf|unter \
gemeinsamen|dem|unserem? laufwerk|netzlaufwerk|intranet|tresor|passwortmanager|passwort-manager|\
vault|wiki|sharepoint|firmen-wiki|nas
        ^ bei|für ... frag|fragt|fragst|wende|ansprechpartner|ansprechpartnerin|kontaktperson|\
kontakt|zuständig
        ansprechpartner|ansprechpartnerin|kontaktperson .. ist|sind|bei|für
        passwort|passwörter|zugang|zugänge|zugangsdaten|schlüssel|token|kennwort .. liegt|liegen|\
steht|stehen|ist|sind .. im|in|bei|auf|unter *
    """,
    located="""
        liegt|liegen|steht|stehen|ist|sind|findest|findet|finden|gibt_es|hängt|läuft|laufen|lebt \
in|im|unter|auf|bei|hier|man|du|sich|jetzt|:
        werden|wird gepflegt|erfasst|dokumentiert|verwaltet|gesammelt|abgelegt|getrackt|verfolgt|\
geführt|gemeldet|besprochen
        werden|wird .. erfasst|dokumentiert|verwaltet|gesammelt|abgelegt|getrackt|verfolgt|geführt|\
gemeldet|besprochen|gepflegt
        kommen|kommt|gehören|gehört in|ins|in_den|in_die|nach|unter|auf
        siehe|schau|sieh|guck|nachschauen|nachsehen *
        umgezogen|gewechselt auf|nach|zu
        ist|sind das|die|der|unser|unsere|wo
        :
        für .. ist|gibt_es|haben|nutzen|nehmen .. kanal|board|wir|da|zuständig
        planen|führen|pflegen|verwalten|sammeln|dokumentieren|besprechen wir|man .. im|in|auf|unter
        nachsehen|nachschauen|nachlesen|anschauen|gucken
    """,
    unsure="""
        was für|so ein|eine .. idee
        tolle|geniale|super|großartige idee
        vielleicht|eventuell|evtl|möglicherweise|wahrscheinlich|vermutlich|womöglich|angeblich|\
wohl|eigentlich_müsste|irgendwann
        angenommen|nehmen_wir_an|gesetzt_den_fall|stell_dir_vor|stellen_wir_uns_vor|mal_angenommen|\
hypothetisch
        könnte|könnten|würde|würden|wäre|wären|hätte|hätten|müsste|dürfte|sollten_wir_vielleicht \
!lieber|gern|gerne|mir|am_liebsten
        ich|wir glaube|glauben|denke|vermute|überlege|überlegen|frage_mich|meine|schätze|hoffe|\
wünschte !daran
        bin|sind .. unsicher|nicht_sicher|am_überlegen
        noch nicht|nichts entschieden|sicher|klar|festgelegt
        zum beispiel
        z.b
        falls wir|ich|man
        wenn wir|ich|man .. würden|würde|wären|hätten
        na|ja|ach toll|klar|super|klasse|prima|wunderbar|großartig
        super|toll|klasse|großartig|prima schon_wieder|wieder|noch
        haha|lol
        war|ist nur? ein_witz|scherz|spaß
        nur spaß|ein_scherz|ein_witz
        kommt darauf_an|drauf_an
        ^ toll|klar|super|klasse|prima|wunderbar|großartig immer|schon_wieder|wieder|noch
        man könnte|würde|müsste *
        weiß nicht|jemand|noch_nicht *
    """,
    once="""
        diesmal|vorerst|erstmal|erst_mal|zunächst|vorläufig|vorübergehend|temporär|momentan|heute|\
gerade|einstweilen|derzeit_noch|inzwischen_kurz
        für jetzt|den_moment|heute
        nur dieses|diesmal|heute|kurz|hier
        dieses mal|ticket|skript|file
        diese|diesem|diesen|dieser|dieses|der_aktuelle|dem_aktuellen änderung|aufgabe|pr|branch|\
commit|ticket|sitzung|datei|funktion|klasse|methode|test|schritt|seite|pull_request|merge_request
        im moment|augenblick
        bis ich|wir|morgen|später|dahin|gleich
        jetzt erst|mal|kurz|nur
        bis morgen|später|gleich|nachher|dann
    """,
    vague="""
        ^ es|dies !heißt|wurde_beschlossen|wurde_entschieden|wurde_vereinbart
        ^ das ist|sind|war|wird|wäre|geht|muss|soll|sollte|kann|hat|hatte|gilt|läuft|kommt|bleibt|\
hier|da|klappt|heißt|habe|haben|mache|machen
    """,
    asks="""
        ^ warum|wieso|weshalb|was|wie|wann|wo|wer|welche|welcher|welches|wen|wem|kann|können|\
könnte|ist|sind|hat|haben|soll|sollen|sollte|darf|gibt|muss|müssen|wird|werden|läuft|geht|stimmt|\
siehst|weißt|hast|bist|machen|macht
        oder $
        ^ stimmt es|das|dass
        warum|wieso|weshalb $
    """,
    handles="""
        übersetze|übersetz|fasse|fass|formuliere|schreibe_um|korrigiere|erkläre|erklär|prüfe|prüf|\
analysiere|überprüfe|review|antworte
        hier ist|sind|kommt .. log|ausgabe|fehler|text|mail|nachricht|code|diff|trace
        folgende|folgender|folgendes|folgenden *
        schreibt|schrieb|sagt|sagte|steht|meldet|heißt_es
        aus einem|einer|dem|der .. blog|artikel|mail|buch|chat|beitrag|ticket
    """,
    reports="""
        doku|dokumentation|readme|blog|artikel|fehlermeldung|log|kommentar|meldung|buch|tutorial \
sagt|steht|meint|behauptet|empfiehlt|schreibt|lautet
        laut der|dem|doku|readme|einem|einer
        angeblich
        will|wollen|möchte wissen
    """,
    negates=f"""
        ^ nicht|kein|keine|keinen|nie *
        * nicht|kein|keine|keinen|statt|anstatt|sondern *
        * benennen|nennen|schreiben|nutzen|verwenden|nehmen|machen|legen|speichern|setzen|heißen \
wir|man|bei_uns
        wir|man nennen|benennt|benennen|schreiben|schreibt|nutzen|nutzt|verwenden|nehmen|machen|\
macht|speichern *
        * gehört|gehören|heißt|heißen|kommt|kommen in|ins|auf|unter|nach|bei_uns|immer *
        auf|in {TONGUE}
        immer|nie|niemals|grundsätzlich *
        ... auf|in {TONGUE}
    """,
    pointing="""
        das|dies|diese|diesen|dieses|es|hier|da|dort|jetzt|noch_nicht
    """,
    trouble="""
        gescheitert|fehlgeschlagen|fehlt|abgestürzt|hängt|kaputt|defekt
        ist|sind|war|bleibt|noch|so|zu|sehr kaputt|langsam|falsch|offline|down|rot|weg
        funktioniert|geht|läuft|kompiliert|startet|baut|lädt|klappt nicht|nicht_mehr
        noch nie
        alles leer|langsam|kaputt|rot|weg|tot
    """,
    tasks=f"""
        ^ {WORK}
        ^ ich|wir will|möchte|brauche|wollen|brauchen|müssen|sollten|muss|werde|werden
    """,
    settles="""
        ^ ja|klar|genau|gerne|unbedingt bitte? immer|jedes_mal|ab_jetzt|grundsätzlich
        ^ immer|nie|niemals|jedes_mal $
        ^ nein .. nie|niemals
    """,
    condition="""
        wenn|falls|sobald|während|sofern
    """,
    retract="""
        ^ ach? nein|doch? vergiss|streich|ignorier|ignoriere|verwirf|vergesst das|es|die|den|was \
!nicht
        doch nicht $
        ich nehme das_zurück|es_zurück
        ich habe mich geirrt|vertan
        ^ nein doch_nicht
        war ein_witz|ein_scherz|quatsch|unsinn|falsch
        ^ ach egal|quatsch|vergiss
        habe es_mir|meine_meinung anders_überlegt|geändert
    """,
    declines="""
        nicht|nichts merken|speichern|notieren|aufschreiben|festhalten|behalten
        merk|merke|speicher|speichere|notier|notiere dir? .. nicht|nichts|nirgends
        brauchst|musst|sollst .. nicht|nichts merken|speichern|notieren|aufschreiben
        unter uns
    """,
    opener=f"""
        ^ {FILLER}
        ^ stimmt !es|das|dass
    """,
    corrects="""
        ^ nein|nee|nö|falsch|stopp|stop|halt|moment|quatsch|so_nicht
    """,
    request=f"""
        ^ kannst|könntest|würdest|magst|können|könnten du|sie ... {ALWAYS}|{NEVER}|künftig|\
in_zukunft|ab_jetzt|aufhören|merken|nicht_mehr|dir_merken|keine|kein|nicht_jedes_mal|notieren
    """,
    because="""
        weil|denn|sonst|damit|nämlich|andernfalls|schließlich
        da wir|es|die|der|das|sie|unser|unsere|sonst|ich|man
        wegen *
        der grund
        grund :
        aufgrund
    """,
    therefore="""
        deshalb|daher|deswegen|darum|folglich|somit
    """,
    manner="""
        antwort|antworten|antworte|erklär*|erkläre|ausführlich|knapp|kurz|kürzer|kurze|emojis|\
emoji|ton|tonfall|höflich|förmlich|duzen|siezen|duze|sieze|entschuldig*|zusammenfassung*|floskeln|\
lob|stichpunkte|stichworte|überschriften|wortwahl|rede|sprich|red|zeig_mir|sag_mir|frag_mich|\
schritt_für_schritt|aufzählung*
        auf|in deutsch|englisch|französisch|spanisch
    """,
    local="""
        diesem|dieses|unserem|unser|unsere|im|dem repo|repository|projekt|team|code|codebasis|\
firma|app|dienst
        wir|uns|unser|unsere|hier
    """,
    confirms="""
        genau|richtig so .. jedes_mal|immer|künftig|in_zukunft|bitte_weiter
        mach|mache|macht bitte|das|es? weiter|immer|künftig|in_zukunft .. so
        weiter so
        so weitermachen|weiter|lassen
        genau so .. immer|weiter|künftig
        behalt|behalte das bei|so_bei
        mach|mache|macht|lass|behalt|behalte .. immer|jedes_mal|künftig|in_zukunft|ab_jetzt .. so
        so machen|bleiben|halten wir .. ab_jetzt|künftig|immer|in_zukunft
        so beibehalten|behalten
        genau so|das .. will|wollte|möchte|mag|brauche ich
        immer|künftig|jedes_mal|ab_jetzt in|nach dieser|diesem form|stil|format|muster|schema
        dieses|das format|muster|schema|vorgehen beibehalten|behalten
    """,
)
