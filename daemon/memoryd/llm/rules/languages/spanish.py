"""Spanish."""

from memoryd.llm.rules.wording import Wording

from .dates import SPANISH_DATES
from .services import SERVICES
from .spanish_words import (
    ALWAYS,
    DAYS,
    EACH,
    FILLER,
    FRILLS,
    JOB,
    NOW,
    RUN,
    SETTLED,
    STATES,
    TEXT,
    THEY,
    THING,
    TONGUE,
    UNIT,
    USE,
    WORK,
)

SPANISH = Wording(
    dates=SPANISH_DATES,
    common=(
        "a hemos han ha he el la los las un una de del y o es son no que en con por para se lo al "
        "su mi nuestro como pero más siempre nunca está están hay esto eso usa si sin sobre desde "
        "hasta todo todos toda cada ya aquí me te nos les yo tú sus mis muy también solo cuando "
        "va van ser debe tiene ahora fue era sea qué así porque nada este esta ese esa estos "
        "estas"
    ),
    joins="y|pero|porque|pues|luego|así_que|también|además|sino|por_favor|mejor|o",
    remember="""
        ^ recuerda|recuerde|recuerden|acuérdate|memoriza|anota|apunta|guarda|toma_nota|\
ten_en_cuenta|tenga_en_cuenta|ten_presente|registra esto|lo|bien|por_favor|en_tu_memoria|\
en_memoria|también|para_siempre|siempre|de? que|:
        ^ recuerda|memoriza|anota|apunta esto|lo_siguiente|esta_nota
        ^ no olvides|olvide|te_olvides de? que|:
        ^ para que_lo_recuerdes|el_futuro|más_adelante|tu_memoria|futuras_referencias :
        ^ nota|recordatorio para_el_futuro|permanente? :
        ^ guarda|guárdate|añade|pon .. en la|tu memoria :
        ^ quiero|necesito que recuerdes|memorices|anotes que
        ^ ten|tenga|tened|tengan en_cuenta|presente|en_mente que|:
        ^ que sepas|sepáis|conste|quede_claro|no_se_te|no_se_le? olvide? que|:
        ^ que no_se_te|no_se_le|no_se_os olvide que|:
        ^ para que sepas|lo_sepas|conste|tengas_en_cuenta que|:
        ^ te|os recuerdo|aviso que|de_que|:
        ^ no te|se|os? olvides|olvide|olvidéis de? que|:
        ^ sepan|sabed|has_de_saber que
    """,
    recall_that="""
        recuérdalo|anótalo|apúntalo|guárdalo|memorízalo|tenlo_en_cuenta|no_lo_olvides|\
tenlo_presente por_favor|siempre|bien|en_tu_memoria|en_memoria? $
        recuerda|anota|apunta|guarda|memoriza esto|eso por_favor? $
        tenlo|téngalo|tenedlo en_cuenta|presente|en_mente $
        que no_se_te|no_se_le olvide $
    """,
    standing=f"""
        a partir|desde de? ahora|hoy|este_momento|aquí
        en adelante
        en lo sucesivo
        en el? futuro|próximas_ocasiones por_favor|siempre|nunca|no|usa|usad|evita *
        la próxima vez *
        no vuelvas|vuelva|volváis|vuelvan a *
        > no !*mos *e|*a|*es|*as|*en .. más|otra_vez|de_nuevo
        nunca más *
        deja|dejad|deje|para|basta|evita|eviten ya? de *
        está|están|queda|quedan terminantemente|totalmente|estrictamente? prohibido|prohibida|\
prohibidos|prohibidas|vetado|vedado
        cada vez que
        siempre que *es|*as|hagas|toques|cambies
        antes|después de cada|todo|cualquier commit|push|merge|release|despliegue|cambio|entrega
        en cada commit|push|merge|release|despliegue|pr *
        en este|nuestro|el|esta|nuestra repo|repositorio|proyecto|equipo|código|empresa .. siempre|\
nunca|no|solo|usamos|se|todo|todos|hacemos|escribimos
        nuestra|la|una regla|convención|norma|política es|:
        por regla|norma general
        como regla|norma *
        sin mi|nuestra|preguntar|preguntarme|consultar|avisar|consultarme aprobación|revisión|\
permiso|antes|primero|a_nadie|*
        pregúntame|avísame|consúltame siempre|antes|primero *
        te he|lo_he|ya_te dicho|dije
        no quiero que|más|ningún|ninguna|*
        quiero que siempre|nunca *
        responde|respóndeme|contesta|contéstame|háblame|habla|escríbeme|escribe en {TONGUE}
        ^ sin|nada_de|menos|evita|ahórrate|omite|cero los|las|el|la|tantos|tantas? {FRILLS}
        > tutéame|háblame_de_tú|trátame_de_tú|trátame_de_usted
        > sé|sed más|menos breve|conciso|concisa|claro|directo|directa|detallado|explícito *
        más breve|corto|conciso|claro|directo en_el_futuro|la_próxima|a_partir_de_ahora|en_adelante
        ya te|os|le dije|he_dicho|había_dicho|comenté|pedí|avisé
        que nada de *
        después|luego ... siempre|cada_vez $
        > mantén|conserva|deja este|ese|el formato|estilo|tono *
        siempre|favor en {TONGUE} $
        gustaría|quisiera|querría|desearía que ... siempre|nunca
        quédate|sigue|mejor en {TONGUE}
    """,
    general=f"""
        ^ no * ... siempre *
        ^ nada de *
        ^ solo|sólo|únicamente *mos *
        > siempre|nunca|jamás !{STATES} que|usa|usad|use|haz|pon|*es|*as|*a|*e|*ar|*er|*ir
        ^ !{THING} * siempre *
        > !{THING} *a|*e|haz|pon|ten siempre|nunca *
        ^ no * nunca|jamás|más
        > no * nunca|jamás *
        evita|evitad|evite *ar|*er|*ir|el|la|los|las|usar
        tienes|hay|tenemos|tienen|debes|deben|debemos|deberías|puedes|puede|pueden|podemos que? \
siempre|nunca|jamás
        siempre|nunca hay_que|tienes_que|debes|deben|debemos|tenemos_que *
        no se debe|deben|puede|pueden|permite|permiten|toca|tocan|usa|usan|sube|suben *
        no debes|deben|debemos|podemos|puedes *
        es|son obligatorio|obligatoria|obligatorios|obligatorias|intocable|intocables
        {ALWAYS}|nunca|jamás|solo|únicamente en|con|sin|dentro_de|sobre|por|al|como !rojo|error|\
el_mismo|la_misma|ese|eso|esta|este|aquí *
        ^ {EACH} ... debe|deben|tiene_que|tienen_que|necesita|necesitan|lleva|llevan|requiere|\
requieren|empieza|empiezan|pasa_por|pasan_por
        ^ * va|van|se_guarda|se_guardan al_lado|junto|dentro|debajo|en|sin|con *
        más vale|mejor no|siempre|nunca|que_no *
        > procura|procurad|intenta|trata_de|cuida_de no|siempre|nunca|evitar|que *
        > no *es|*as|*en|*an|toques|modifiques|edites los|las|nada|ningún|ninguna|ni
        > no * jamás|nunca|sin|a_menos_que|salvo|excepto
        > usa|usad|utiliza|pon|prefiere !el|la|los|las|este|esta|ese|eso|esto * .. en_vez|en_lugar|\
no|y_no
        > no uses|utilices|metas|pongas|escribas !el|la|este|esta|ese|eso|esto *
        ^ los|las * nunca|jamás|siempre se *
        aquí|nosotros los|las|el|la * va|van|se|son
        por|en cada? {UNIT} $
        ^ un|una solo|sola|único|única * por|en *
        ^ ningún|ninguna * .. en|al|sin|a *
        ^ nunca|jamás !{STATES} * .. en|sin *
        * se escribe|escriben|nombra|nombran|guarda|guardan|llama|llaman en|con|sin|dentro|como|así
        > se dice|llama|escribe !que *
        nadie|no_se|no * .. directamente|nada_directamente|sin|salvo *
        no se !ve|sabe|nota|entiende|oye|puede * nada|ningún|ninguna|directamente
        > dime|dímelo|avísame|muéstrame|enséñame|pregúntame|proponme|dame ... cuando|si|antes|cada|\
siempre *
        ^ cuando|si|en_caso * ... dime|avísame|muéstrame|enséñame|pregúntame|quiero_ver|quiero_que|\
prefiero *
        nunca|siempre *ados|*adas|*idos|*idas|*ado|*ada
        {ALWAYS} *amos|*emos|*imos hacia|con|en|a|sin|por|desde|las|los|el|la|*
        > aquí|en_casa|nosotros siempre|nunca|solo|jamás *
        solo|sólo|únicamente se * con|después|tras|si|cuando *
        solo|sólo con|después|tras|si *
        no se *n|*a hasta|sin *
        > siempre|nunca|jamás lo|la|los|las|le !había|habíamos|he *es|*as|*en|*an|*a|*e
        > no me preguntes|expliques|mandes|pidas|avises|interrumpas|muestres|des
        pasa|pasan|va|van primero|antes por *
        tiene_que|tienen_que|debe|deben .. siempre|nunca
    """,
    prefers=f"""
        > yo|nosotros? personalmente? prefiero|preferimos !eso|esto|esa|ese|este|esta|el_primero|\
la_primera|la_segunda|el_segundo|la_opción *
        > me|nos gusta|gustan|encanta|encantan|molesta|molestan|agrada !eso|esto|esa|ese|cómo|este|\
esta|la_idea *
        > a_mí|a_nosotros no? me|nos gusta|gustan|molesta|molestan|encanta|sirve *
        > no me|nos gusta|gustan|agrada|agradan !pon|usa|cambia|prueba|mejor|otro|otra|el_color|\
cómo_quedó|eso|esto|esa|ese|cómo|este|esta|la_idea *
        odio|odiamos|detesto|detestamos|no_soporto|aborrezco !eso|esto|esa|ese|este|esta *
        me|nos basta|bastan|alcanza con *
        mi|mis|nuestra preferencia|preferencias|preferido|preferida|favorito|favorita es|son|:
        uso|escribo|trabajo|programo|leo siempre|normalmente|generalmente|habitualmente|\
casi_siempre|solo|únicamente *
        siempre|normalmente|generalmente|habitualmente uso|escribo|trabajo|programo|leo|usamos|\
trabajamos *
        me va|viene|resulta mejor|más *
        > yo|nosotros? suelo|solemos|acostumbro *
        > me|nos|a_mí_me pone|ponen|resulta|resultan|saca|sacan nervioso|nerviosa|de_quicio|pesado|\
pesada|pesados|más|mejor|insoportable|insoportables
        > no aguanto|aguantamos|tolero *
        > mi|mis costumbre|estilo|editor *
        no necesito|hace_falta|quiero .. {TEXT}
        con .. me|nos basta|alcanza|sobra|vale
        * me|nos basta|bastan|sobra|sobran *
    """,
    role=f"""
        > yo? soy .. {JOB}
        > trabajo !en_progreso|pendiente|hecho|en_ello|en_esto como|en|de|para|con|desde|sobre *
        soy|estoy .. nuevo|nueva|responsable|daltónico|daltónica|sordo|ciego|zurdo|zurda|encargado|\
encargada
        estoy a_cargo|al_frente|al_cargo|basado|basada|aprendiendo|empezando *
        me encargo|dedico|ocupo|especializo *
        > llevo .. años|meses|décadas *
        años|décadas de experiencia
        nunca he usado|programado|trabajado|escrito|tocado|hecho *
        no tengo|conozco|sé|domino|hablo|entiendo|manejo mucha|experiencia|mucho|nada|bien|\
casi_nada|apenas !por_qué|cuál|si *
        no sé nada|mucho|casi_nada|programar *
        mi nombre|rol|puesto|profesión|zona_horaria|huso_horario|lengua_materna|especialidad|\
trabajo|formación|idioma|cargo es|está|son
        llámame *
        lidero|dirijo|mantengo|gestiono|coordino|enseño|doy_clases el|la|un|una|de|en|dos
        hablo|leo solo|poco|muy_poco *
        > yo? vengo|provengo !de_ver|de_hacer|de_probar|de_lanzar|de_subir|luego|mañana del|de|\
desde *
        > yo? vivo|resido|estoy !en_el|en_la|en_ello|en_casa|en_una|en_un|en_mitad|en_la_misma|\
seguro|segura|de_acuerdo|aquí en|desde *
        > de|sobre * no sé|entiendo|domino|controlo nada|casi_nada|mucho|gran_cosa
        > no|apenas entiendo|controlo|manejo|sé mucho|nada|casi_nada|gran_cosa de|sobre
        * es|son nuevo|nueva|nuevos|desconocido|chino para_mí
        yo me|soy encargo|ocupo|quien|el_que|la_que *
        > programo|escribo|uso|trabajo .. desde|hace .. años|año|meses
        > escribiendo|programando|usando|trabajando .. años|desde
        > de formación|profesión soy|, *
        estudié|me_formé|me_gradué en|como|de *
        > aquí? yo? solo|únicamente|sólo hago|llevo|toco|veo *
        > los {DAYS} no|solo trabajo|estoy|vengo
        no|solo|sólo trabajo|estoy .. {DAYS}
        > yo? soy|no_soy !consciente|yo|quien|el_que|la_que|el_primero|la_primera|un_desastre|\
tonto|tonta|de_la_opinión *
        en realidad|de_hecho|realmente soy *
        > distingo|veo|oigo|leo mal|poco|fatal *
        > yo? estoy? sustituyo|sustituyendo|reemplazo|reemplazando|cubriendo|supliendo *
        mi {TONGUE} es|no *
    """,
    decides=f"""
        nuestro|nuestra|nuestros|nuestras clientes|cliente|usuarios|equipo|servidores|\
infraestructura|proveedor|contrato|presupuesto|producción es|son|está|están|tiene|tienen|usa|usan|\
corre|corren *
        desde|a_partir_de .. solo|sólo|todos|todas|únicamente
        hemos|han|ha|he|se_ha|fue|ha_sido ... {SETTLED}
        decidimos|acordamos|quedamos|optamos|adoptamos|elegimos|migramos|cambiamos|pasamos|\
descartamos|abandonamos|reemplazamos|sustituimos *
        el_equipo|la_dirección|el_cliente|la_empresa|en_la_reunión|la_reunión .. decidió|acordó|\
eligió|canceló|descartó|decidimos|quedamos|decidieron
        se decidió|acordó|canceló|descartó|aplazó|pospuso|eligió|reemplazó|retiró
        la|nuestra decisión es|fue|de|:
        decisión|decidido|acordado ... :
        {USE} !mañana|luego|después|esa|esta_función|eso|esto|que|problemas|un_error|ayer|a_ver *
        {NOW} no? {USE}|se_usa|va|van|vive|viven
        {NOW} todo|toda|todos|el|la|los|las .. {RUN} en|con|sobre|por|a_través
        {RUN} {NOW} .. en|con|sobre|por
        ya no|nunca? se usa|usan|soporta|mantiene|usamos|soportamos|mantenemos|necesitamos|admite
        en lugar|vez de *
        de .. a|por cambiamos|pasamos|migramos
        queda|quedan|está|están|fue|fueron descartado|descartada|cancelado|cancelada|obsoleto|\
obsoleta|retirado|retirada|congelado|congelada|aplazado|aplazada|deprecado|deprecada|eliminado|\
eliminada|suspendido|suspendida
        corre|corren|está|están .. en producción
        nos|se quedamos|queda con *
        no vamos a usar|soportar|seguir|hacer *
        definitivamente no|se|lo|la *
        el|la|los|las|nuestro|nuestra {THEY} quiere|quieren|exige|exigen|pide|piden|impone|rechaza|\
rechazan|acepta|aceptan|prohíbe|prohíben|paga|pagan|usa|usan|tiene|tienen|debe|necesita|necesitan|\
no !razón|que_llamar *
        a partir de|del .. solo|sólo|únicamente|se|aceptamos|ya_no|todo|todos
        el|nuestro presupuesto|límite|tope|cupo|contrato|sla|máximo .. es|son|cubre|llega|vence *
        > * se_acabó|ya_fue|pasó_a_la_historia|ya_no_existe|desaparece
        por motivos|razones|ley|contrato|normativa *
        no pueden|puede|deben|debe salir *
        ya no ... sino|ahora|solo
        {NOW} .. en_vez|en_lugar|y_no *
        versión|tamaño|límite|plazo mínima|mínimo|máxima|máximo .. es|son|queda *
        mínima|mínimo|máximo|máxima soportada|admitido|requerida|es *
        desaparece|desaparecen|se_va|se_elimina|se_retira con|en|a *
        se_hará|se_hace|se_hacen|estará|hecha|hecho|escrita|escrito|programada en|con|sobre *
        * la|lo|las|los hacemos|escribimos|desarrollamos|montamos en|con|sobre *
        al final|finalmente|definitivamente no|vamos|nos|usamos|será *
        no vamos|iremos con|por *
        con|en|desde la? versión|v* .. desaparece|desaparecen|se_va|cae|entra|llega
        ^ desde|a_partir_de * .. lleva|llevan|hace|gestiona|cierra|abre|está|están|es|son|se|hay
        {NOW}|desde_ahora|en_adelante .. lo|los|la|las * el|la|los|las
        no habrá|tendremos|haremos|va_a_haber|hacemos *
        lo|la|los|las lleva|hace|aprueba|gestiona|decide|revisa el|la|los|las *
        se decidió|decidieron|decantó|inclinó|decantaron por *
        quien|la_que|el_que aprueba|decide|gestiona|lleva|revisa .. es *
        acordado|pactado|hablado|acuerdo con * .. :|*
    """,
    due="""
        fecha_límite|fecha_tope|plazo|entrega|lanzamiento|congelación|congelamiento|freeze|demo|\
demostración|auditoría|revisión|migración|deadline|salida|reunión|feria|visita|corte|certificación|\
capacitación|presentación|inspección|cierre
        tiene|tienen|debe|deben|hay que|de|estar ... para|antes|el|listo|lista|estar|hasta|salir|\
entregar|a_más_tardar
        debe|deben estar|salir|quedar|entregarse *
        sale|salen|vence|vencen|caduca|caducan|expira|expiran|cierra|cierran|abre|abren|empieza|\
empiezan|comienza|comienzan|termina|terminan|acaba|acaban|entra|entran|llega|llegan|arranca
        previsto|prevista|fijado|fijada|aplazado|aplazada|pospuesto|pospuesta|adelantado|\
adelantada|retrasado|retrasada|programado|programada|movido|movida|atrasa|adelanta|pasó|pasa|mueve
        a más_tardar
        como máximo|tarde
        se publica|lanza|entrega|congela|cierra|apaga|retira|mantiene|adelanta|aplaza|retrasa|\
pospone|mueve
        válido|válida|vigente|disponible|vale|funciona hasta
        sigue|siguen|estará|estarán vivo|viva|activo|activa|listo|lista|disponible
        publicamos|lanzamos|entregamos|congelamos|cerramos|presentamos|salimos|migramos
        viene|vienen|cambia|cambian|apagan|apaga|desconectan|cortan|retira|retiran|presenta|\
entregan|vamos|toca|empezamos|lanza|aplazó|pospuso|adelantó|retrasó|movió|renueva
        mantenimiento|taller|comité|fin_de_soporte|fecha_de_corte|auditor|inspector
        tiene|tienen|debe que|de estar|quedar|ser .. terminado|listo|hecho|acabado
        vacaciones|festivo|mudamos|mudanza|aceptación|baja|terminado|entregado|es_la|es_el
        dura|duran|inauguramos|inaugura|abrimos|estrenamos|celebramos|necesitan|necesita|periodo|\
período|cierre_de|se_celebra|tiene_lugar|hacen_falta
    """,
    resource="""
        panel|tablero|dashboard|doc|docs|documentación|wiki|ticket*|incidencias|bugs|errores|canal|\
calendario|hoja|planilla|registros|logs|métricas|alertas|espejo|registro|diseños|diseño|guía|\
manual|portal|especificación|especificaciones|acta|actas|runbook|servidor|planos|procedimiento|\
tareas|lista|repositorio|grupo|carpeta|esquemas|informes|turnos
    """,
    place=f"""
        está|están|va|van|vive|viven|descrito|descrita|se_registra*|registra*|lleva|llevan|\
llevamos|documenta*|gestiona*|guarda*|abrimos|reporta*|mantiene*|rellena*|actualiza*|anota*|\
apunta*|sigue* ... {SERVICES}
        está|están|se_guarda|se_guardan|guardamos .. en nuestro|la|el? unidad_compartida|\
unidad_de_red|intranet|carpeta_compartida|gestor_de_contraseñas|caja_fuerte|bóveda|vault|wiki|\
nube_de_la_empresa|nas
        ^ para|sobre|por ... habla|hablar|pregunta|pregúntale|preguntar|contacta|contactar|escribe|\
escríbele con|a *
        contacto|responsable|referente .. es|de|para
        contraseña|contraseñas|clave|claves|credenciales|acceso|accesos|token .. está|están|\
se_guarda|se_guardan|va|van en|con *
    """,
    located="""
        está|están|vive|viven|queda|quedan|se_encuentra|se_encuentran en|aquí|bajo|sobre|:
        es|son|está|están el|la|en|de *
        se lleva|llevan|registra|registran|documenta|documentan|gestiona|gestionan|guarda|guardan|\
publica|publican|reporta|reportan|apunta|apuntan|siguen|sigue|abren|abre *
        mira|consulta|ver|véase|pregunta *
        va|van|pasó|pasaron|movió|mudó|movieron en|a|al|por
        encuentras|encontrarás|puedes_ver|hay *
        tenemos|usamos|hay el|un|una|la *
        * los|las|lo planificamos|llevamos|gestionamos|seguimos|anotamos|guardamos en|por|con
        mirar|consultar|revisar|comprobar|leer
    """,
    unsure="""
        qué|brillante|gran|genial idea|buena_idea
        claro vamos|porque|cómo_no
        quizá|quizás|tal_vez|a_lo_mejor|probablemente|posiblemente|seguramente|aparentemente|\
algún_día|acaso|igual_podríamos
        supongamos|imagina|imaginemos|imagínate|digamos|pongamos|hipotéticamente|suponiendo|suponte
        si *áramos|*iéramos|*ásemos|*ara|*iera|tuviéramos|fuera|usáramos|pasáramos|moviéramos
        y si *
        podría|podríamos|podrían|sería|tendría|tendríamos|habría|debería_quizá|convendría !siempre
        creo|pienso|supongo|me_pregunto|dudo|no_sé_si|no_estoy_seguro|no_estoy_segura|imagino|\
me_parece
        estamos|estoy pensando|considerando|evaluando|dudando
        aún|todavía no *
        por ejemplo
        en teoría
        genial|perfecto|estupendo|maravilloso|claro|fantástico otro|otra|otra_vez|porque
        claro que_sí
        jaja|jajaja|lol
        es|era broma|una_broma
        depende de
        hagamos como
        estamos|estoy viendo|mirando|valorando|planteando|pensando si|en *
        se podría|debería|puede_que
        si *áramos|*iéramos|*éramos *
    """,
    once="""
        esta|solo_esta vez|semana|tarea|rama|función|página|clase|tarde|mañana|noche|pr|sesión|\
prueba
        este|ese commit|ticket|archivo|fichero|test|cambio|parche|momento|método
        por ahora|hoy|el_momento|esta_vez
        de momento
        mientras tanto
        ahora mismo
        hoy|temporalmente|provisionalmente|momentáneamente
        hasta que|mañana|luego|nuevo_aviso
        solo|solamente aquí|hoy|ahora
    """,
    vague="""
        ^ esto|eso|este|ese !mes|año|trimestre
    """,
    asks="""
        ^ por_qué|qué|cómo|dónde|quién|cuál|cuáles|cuánto|cuántos|puedes|podrías|puede|hay|es|está|\
son|debería|tiene|sabes|has|podemos|se_puede
        verdad|no|o_no $
        ^ es cierto|verdad que
        ^ sabes|sabéis si|por_qué|cómo
        ^ podrías|podés|podéis *
        ^ cuándo es|sale|está|vence|toca|hay|va|vas|podemos|vamos|se|fue|empieza|termina|acaba|\
tenemos|puedes|sería
    """,
    handles="""
        traduce|traducir|resume|resumir|reformula|corrige|explica|revisa|analiza|comprueba|\
responde_a|redacta|reescribe
        aquí|este|esta está|va|es .. log|salida|error|texto|mensaje|correo|código
        el|este|siguiente|la siguiente|texto|mensaje|error|correo
        escribió|escribe|dice|dijo|responde|muestra|pone
        de|en un|una|el|la .. blog|artículo|correo|libro|post|foro
    """,
    reports="""
        doc|docs|documentación|readme|blog|artículo|libro|tutorial|error|log|mensaje|comentario|\
linter|compilador dice|dicen|recomienda|sugiere|indica|muestra|asegura
        según el|la|los|las|un|una
        dicen que
        ayer|anoche|esta_mañana|hace_un_rato desplegamos|lanzamos|publicamos|probamos|corrimos|\
subimos *
        quiere|quieren|quisiera saber
    """,
    negates=f"""
        ^ no *
        * no|en_lugar_de|en_vez_de|sino *
        los|las|el|la * se|los|las *mos|*an|*en *
        nosotros|aquí *
        {USE} *
        ^ usa|pon|escribe|haz *
        * va|van en|dentro|al *
        ... en {TONGUE}
        siempre|nunca *
    """,
    pointing="""
        esto|eso|esta|este|ese|esa|aquí|ahí|lo|ahora
    """,
    trouble="""
        falló|fallaron|se_cayó|falla|fallan|fallando
        ^ falta|faltan *
        está|están|sigue|es|muy|tan|demasiado roto|rota|caído|caída|lento|lenta|bloqueado|\
bloqueada|colgado|mal
        no funciona|compila|arranca|responde|carga|va|abre
        nunca había|he|hemos|han|ha|habíamos *
        vacía|vacío|vacías|en_blanco
        todo lento|vacío|roto|mal
    """,
    tasks=f"""
        ^ {WORK}
        ^ yo? quiero|necesito|quisiera|quería|tengo_que|tenemos_que|queremos|necesitamos|\
deberíamos|voy_a|podemos
        ^ termínalo|hazlo|acábalo|déjalo|envíalo|súbelo|mándalo|termina|acaba
    """,
    settles="""
        ^ sí|claro|por_supuesto por_favor? siempre|cada_vez|a_partir_de_ahora
        ^ siempre|nunca|jamás|cada_vez $
        ^ no .. nunca|jamás
    """,
    condition="""
        cuando|si|en_caso_de|mientras
    """,
    retract="""
        ^ olvida|olvídalo|ignora|cancela|descarta|deja|borra eso|esto|lo_que|lo_anterior|lo_último|\
lo_de
        ^ olvídalo|olvidalo|déjalo|nada
        retiro lo_dicho|lo_que
        me he? equivoqué|equivocado
        pensándolo mejor|bien
        era broma|mentira|una_broma|falso|un_error
        cambié de opinión
        he cambiado de_opinión|de_idea
        ^ mejor no
    """,
    declines="""
        no lo|la|esto|eso? recuerdes|guardes|anotes|apuntes|memorices|registres|guardar|anotar|\
memorizar
        no hace falta|es_necesario|hay_que que? lo? recuerdes|guardes|anotes|guardar|anotar|\
recordar|memorizar|anotarlo|guardarlo|recordarlo
        entre nosotros
        no guardes|anotes|recuerdes nada|esto
    """,
    opener=f"""
        ^ {FILLER}
        ^ sí !hay|se|no|es|quieres|tienes|tiene|la|el|los|las|algo|alguien|un|una|falla|hace|te|me|\
está|ves
    """,
    corrects="""
        ^ no|nop|mal|incorrecto|así_no|está_mal|eso_no|para|espera|alto|error
    """,
    request="""
        ^ puedes|podrías|puede|podría|te_importaría por_favor? ... siempre|nunca|dejar_de|\
no_volver|a_partir_de_ahora|en_adelante|evitar|recordar|de_ahora_en_adelante|cada_vez|anotar_que|\
guardar_que
    """,
    because="""
        porque|pues|puesto_que|dado_que|ya_que|debido_a|a_causa_de|para_que|si_no|de_lo_contrario|\
por_culpa_de|así_no
        la|el razón|motivo es
        es que
        como el|la|los|las|nadie|si_no
    """,
    therefore="""
        por_eso|por_lo_tanto|por_tanto|así_que|de_modo_que
    """,
    manner="""
        respuesta|respuestas|responde|respondas|contesta|contestes|explica*|explique*|corto|corta|\
cortas|breve|breves|conciso|concisa|largo|largas|emoji|emojis|tono|formal|educado|tutéame|tutear|\
usted|disculpa*|resumen|resúmenes|elogios|listas|viñetas|dime|muéstrame|háblame|hables|habla|\
paso_a_paso|redacción|rodeos|parrafadas
        en español|inglés|francés|alemán|portugués
    """,
    local="""
        este|nuestro|el repo|repositorio|proyecto|equipo|código|servicio
        nosotros|nuestro|nuestra|nuestros|nuestras|aquí
    """,
    confirms="""
        exacto|perfecto|justo|eso .. así|asi .. siempre|cada_vez|en_adelante|a_partir_de_ahora|sigue
        sigue|seguid|continúa|mantén|mantente|quédate|hazlo|haz .. así|de_esa_forma|de_esta_manera|\
de_esa_manera|de_esta_forma
        así siempre|a_partir
        así es como|exactamente *
        así|igual|lo_mismo .. siempre|próximas_veces|próxima_vez|cada_vez
        > hazlo|haz|déjalo .. siempre|próximas_veces|próxima_vez
        nos quedamos|quédate con ese|este|esa formato|estilo|estructura|manera|forma
        > mantén|conserva|usa .. ese|este|esa formato|estilo|estructura|manera|forma
    """,
)
