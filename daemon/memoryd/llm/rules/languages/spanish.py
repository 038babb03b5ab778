"""Spanish."""

from memoryd.llm.rules.wording import Wording

from .dates import SPANISH_DATES
from .services import SERVICES

_JOB = (
    "desarrollador|desarrolladora|ingeniero|ingeniera|programador|programadora|diseñador|"
    "diseñadora|investigador|investigadora|estudiante|profesor|profesora|jefe|jefa|líder|analista|"
    "arquitecto|arquitecta|administrador|administradora|consultor|consultora|becario|becaria|"
    "principiante|novato|novata|tester|director|directora|médico|médica|abogado|abogada|científico|"
    "científica|biólogo|bióloga|físico|física|matemático|matemática|técnico|técnica|autónomo|"
    "autónoma|freelance|doctorando|doctoranda|fundador|fundadora|mantenedor|mantenedora|experto|"
    "experta|responsable|encargado|encargada|periodista|contable|daltónico|daltónica|estadístico|"
    "estadística|operador|operadora|docente|traductor|traductora|sysadmin|gerente"
)
_SETTLED = (
    "decidido|decidimos|decidieron|acordado|acordamos|acordaron|elegido|elegimos|adoptado|"
    "adoptamos|"
    "abandonado|abandonamos|migrado|migramos|optado|optamos|cambiado|cambiamos|quedado|quedamos|"
    "descartado|descartamos|reemplazado|reemplazamos|sustituido|sustituimos|estandarizado|"
    "cancelado|cancelaron|aplazado|pospuesto|retirado|eliminado_definitivamente|pasado_a|pasamos_a"
)
_THING = (
    "el|la|los|las|lo|esto|eso|este|esta|ese|esa|un|una|mi|mis|me|se|que|por|cómo|cuándo|dónde|"
    "quién|"
    "es|está|son|están|yo|él|ella|ellos|hay|aquí|casi|como"
)

_STATES = (
    "funciona|funcionan|falla|fallan|sucede|ocurre|termina|carga|compila|responde|devuelve|"
    "sale|vi|tuve|supe|he|había|me|pasa|que_ver|lo_mismo|más|da|es|está|hay|fue"
)

SPANISH = Wording(
    dates=SPANISH_DATES,
    common=(
        "a hemos han ha he el la los las un una de del y o es son no que en con por para se lo "
        "al su mi nuestro como pero más siempre nunca está están hay esto eso usa"
    ),
    joins="y|pero|porque|pues|luego|así_que|también|además|sino|por_favor|mejor|o",
    remember="""
        ^ recuerda|recuerde|recuerden|acuérdate|memoriza|anota|apunta|guarda|toma_nota|\
ten_en_cuenta|tenga_en_cuenta|ten_presente|registra esto|lo|bien|por_favor|en_tu_memoria|\
en_memoria|también|para_siempre|siempre|de? que|:
        ^ recuerda|memoriza|anota|apunta esto|lo_siguiente|esta_nota *
        ^ no olvides|olvide|te_olvides de? que|:
        ^ para que_lo_recuerdes|el_futuro|más_adelante|tu_memoria|futuras_referencias :
        ^ nota|recordatorio para_el_futuro|permanente? :
        ^ guarda|guárdate|añade|pon .. en la|tu memoria :
        ^ quiero|necesito que recuerdes|memorices|anotes que
    """,
    recall_that="""
        recuérdalo|anótalo|apúntalo|guárdalo|memorízalo|tenlo_en_cuenta|no_lo_olvides|\
tenlo_presente por_favor|siempre|bien|en_tu_memoria|en_memoria? $
        recuerda|anota|apunta|guarda|memoriza esto|eso por_favor? $
    """,
    standing="""
        a partir|desde de? ahora|hoy|este_momento|aquí
        de ahora en adelante
        de aquí en adelante
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
        en este|nuestro|el|esta|nuestra repo|repositorio|proyecto|equipo|código|empresa .. \
siempre|nunca|no|solo|usamos|se|todo|todos|hacemos|escribimos
        nuestra|la|una regla|convención|norma|política es|:
        por regla|norma general
        como regla|norma *
        sin mi|nuestra|preguntar|preguntarme|consultar|avisar|consultarme aprobación|revisión|\
permiso|antes|primero|a_nadie|*
        pregúntame|avísame|consúltame siempre|antes|primero *
        te he|lo_he|ya_te dicho|dije
        no quiero que|más|ningún|ninguna|*
        quiero que siempre|nunca *
    """,
    general=f"""
        ^ no * ... siempre *
        ^ nada de *
        ^ solo|sólo|únicamente *mos *
        > siempre|nunca|jamás !{_STATES} que|usa|usad|use|haz|pon|*es|*as|*a|*e|*ar|*er|*ir
        ^ !{_THING} * siempre *
        > !{_THING} *a|*e|haz|pon|ten siempre|nunca *
        ^ no * nunca|jamás|más
        > no * nunca|jamás *
        evita|evitad|evite *ar|*er|*ir|el|la|los|las|usar
        tienes|hay|tenemos|tienen|debes|deben|debemos|deberías|puedes|puede|pueden|podemos que? \
siempre|nunca|jamás
        siempre|nunca hay_que|tienes_que|debes|deben|debemos|tenemos_que|se *
        no se debe|deben|puede|pueden|permite|permiten|toca|tocan|usa|usan|sube|suben *
        no debes|deben|debemos|podemos|puedes *
        es|son obligatorio|obligatoria|obligatorios|obligatorias|intocable|intocables
    """,
    prefers="""
        > yo|nosotros? personalmente? prefiero|preferimos !eso|esto|esa|ese|este|esta|el_primero|\
la_primera|la_segunda|el_segundo|la_opción *
        > me|nos gusta|gustan|encanta|encantan|molesta|molestan|agrada !eso|esto|esa|ese|cómo|\
este|esta|la_idea *
        > a_mí|a_nosotros no? me|nos gusta|gustan|molesta|molestan|encanta|sirve *
        > no me|nos gusta|gustan|agrada|agradan !eso|esto|esa|ese|cómo|este|esta|la_idea *
        odio|odiamos|detesto|detestamos|no_soporto|no_soportamos|aborrezco !eso|esto|esa|ese|este|\
esta *
        me|nos basta|bastan|alcanza con *
        mi|mis|nuestra preferencia|preferencias|preferido|preferida|favorito|favorita es|son|:
        uso|escribo|trabajo|programo|leo siempre|normalmente|generalmente|habitualmente|\
casi_siempre|solo|únicamente *
        siempre|normalmente|generalmente|habitualmente uso|escribo|trabajo|programo|leo|usamos|\
trabajamos *
        me va|viene|resulta mejor|más *
    """,
    role=f"""
        > yo? soy .. {_JOB}
        no soy .. {_JOB}
        > trabajo !en_progreso|pendiente|hecho|en_ello|en_esto como|en|de|para|con|desde|sobre *
        soy|estoy .. nuevo|nueva|responsable|daltónico|daltónica|sordo|ciego|zurdo|zurda|\
encargado|encargada
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
        soy de *
        hablo|leo solo|poco|muy_poco *
    """,
    decides=f"""
        nuestro|nuestra|nuestros|nuestras clientes|cliente|usuarios|equipo|servidores|\
infraestructura|proveedor|contrato|presupuesto|producción es|son|está|están|tiene|tienen|usa|usan|\
corre|corren *
        desde|a_partir_de .. solo|sólo|todos|todas|únicamente
        hemos|han|ha|he|se_ha|fue|ha_sido ... {_SETTLED}
        decidimos|acordamos|quedamos|optamos|adoptamos|elegimos|migramos|cambiamos|pasamos|\
descartamos|abandonamos|reemplazamos|sustituimos *
        el_equipo|la_dirección|el_cliente|la_empresa|en_la_reunión|la_reunión .. decidió|acordó|\
eligió|canceló|descartó|decidimos|quedamos|decidieron
        se decidió|acordó|canceló|descartó|aplazó|pospuso|eligió|reemplazó|retiró
        la|nuestra decisión es|fue|de|:
        decisión|decidido|acordado ... :
        usamos|desplegamos|alojamos|publicamos|soportamos|admitimos|corremos|seguimos|mantenemos \
!esa|esta_función|eso|esto *
        ahora|actualmente|hoy_en_día|ya|desde_ahora|desde_hoy no? usamos|se_usa|desplegamos|\
soportamos|trabajamos|corremos|publicamos|va|van|vive|viven
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
    """,
    due="""
        fecha_límite|fecha_tope|plazo|entrega|lanzamiento|congelación|congelamiento|freeze|demo|\
demostración|auditoría|revisión|migración|deadline|salida|reunión|feria|visita|corte|\
certificación|capacitación|presentación|inspección|cierre
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
    """,
    resource="""
        panel|tablero|dashboard|doc|docs|documentación|wiki|ticket*|incidencias|bugs|errores|\
canal|calendario|hoja|planilla|registros|logs|métricas|alertas|espejo|registro|diseños|diseño|\
guía|manual|portal|especificación|especificaciones|acta|actas|runbook|servidor|planos|\
procedimiento|tareas|lista|repositorio|grupo|carpeta|esquemas|informes|turnos
    """,
    place=f"""
        está|están|va|van|vive|viven|registran|registra|llevan|lleva|documentan|gestionan|guardan|\
apuntamos|seguimos|llevamos|anotamos .. en nuestro|el|la? {SERVICES}
    """,
    located="""
        está|están|vive|viven|queda|quedan|se_encuentra|se_encuentran en|aquí|bajo|sobre|:
        es|son|está|están el|la|en|de *
        se lleva|llevan|registra|registran|documenta|documentan|gestiona|gestionan|guarda|guardan|\
publica|publican|reporta|reportan|apunta|apuntan|siguen|sigue|abren|abre *
        mira|consulta|ver|véase|pregunta *
        va|van|pasó|pasaron|movió|mudó|movieron en|a|al|por
        encuentras|encontrarás|puedes_ver|hay *
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
        ^ esto|eso|este|ese
    """,
    asks="""
        ^ por_qué|qué|cómo|cuándo|dónde|quién|cuál|cuáles|cuánto|cuántos|puedes|podrías|puede|hay|\
es|está|son|debería|tiene|sabes|has|podemos|se_puede
        verdad|no|o_no $
    """,
    handles="""
        traduce|traducir|resume|resumir|reformula|corrige|explica|revisa|analiza|comprueba|\
responde_a|redacta|reescribe .. *
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
    """,
    negates="""
        ^ no *
        * no|en_lugar_de|en_vez_de|sino *
    """,
    pointing="""
        esto|eso|esta|este|ese|esa|aquí|ahí|lo|ahora
    """,
    trouble="""
        falló|fallaron|se_cayó|falla|fallan|fallando|falta
        está|están|sigue|es|muy|tan|demasiado roto|rota|caído|caída|lento|lenta|bloqueado|\
bloqueada|colgado|mal
        no funciona|compila|arranca|responde|carga|va|abre
    """,
    tasks="""
        ^ mira|abre|lee|añade|agrega|crea|escribe|haz|cambia|modifica|borra|elimina|quita|revisa|\
prueba|ejecuta|corre|muestra|explica|busca|encuentra|arregla|corrige|reemplaza|renombra|mueve|\
actualiza|implementa|limpia|dame|genera|instala|despliega|traduce|resume|descarga|pon|prepara|\
lista|vamos_a
        ^ yo? quiero|necesito|quisiera|quería|tengo_que|tenemos_que|queremos|necesitamos|\
deberíamos|voy_a|podemos
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
        ^ olvida|olvídalo|ignora|cancela|descarta|deja|borra eso|esto|lo_que|lo_anterior|\
lo_último|lo_de
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
    opener="""
        ^ por_favor|ok|vale|bueno|bien|y|también|pero|por_cierto|oye|hola|sí|gracias|genial|\
perfecto|exacto|además|ah|mira|otra_cosa|una_cosa_más|importante|ojo|nota|aviso|listo|claro|\
de_acuerdo|perdona|entonces|primero|segundo|recordatorio|eh|así_que|pues|solo_un_apunte|\
para_tu_información
    """,
    corrects="""
        ^ no|nop|mal|incorrecto|así_no|para|espera|alto|error
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
        sigue|seguid|continúa|mantén|mantente|quédate|hazlo|haz .. así|de_esa_forma|\
de_esta_manera|de_esa_manera|de_esta_forma
        así siempre|a_partir
    """,
)
