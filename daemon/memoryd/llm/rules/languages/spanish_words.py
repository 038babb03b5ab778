"""Spanish words that several phrases share, as groups."""

JOB = (
    "desarrollador|desarrolladora|ingeniero|ingeniera|programador|programadora|diseñador|"
    "diseñadora|investigador|investigadora|estudiante|profesor|profesora|jefe|jefa|líder|analista|"
    "arquitecto|arquitecta|administrador|administradora|consultor|consultora|becario|becaria|"
    "principiante|novato|novata|tester|director|directora|médico|médica|abogado|abogada|"
    "científico|científica|biólogo|bióloga|físico|física|matemático|matemática|técnico|técnica|"
    "autónomo|autónoma|freelance|doctorando|doctoranda|fundador|fundadora|mantenedor|mantenedora|"
    "experto|experta|responsable|encargado|encargada|periodista|contable|daltónico|daltónica|"
    "estadístico|estadística|operador|operadora|docente|traductor|traductora|sysadmin|gerente"
)
SETTLED = (
    "decidido|decidimos|decidieron|acordado|acordamos|acordaron|elegido|elegimos|adoptado|"
    "adoptamos|abandonado|abandonamos|migrado|migramos|optado|optamos|cambiado|cambiamos|quedado|"
    "quedamos|descartado|descartamos|reemplazado|reemplazamos|sustituido|sustituimos|"
    "estandarizado|cancelado|cancelaron|aplazado|pospuesto|retirado|eliminado_definitivamente|"
    "pasado_a|pasamos_a"
)
THING = (
    "el|la|los|las|lo|esto|eso|este|esta|ese|esa|un|una|mi|mis|me|se|que|por|cómo|cuándo|dónde|"
    "quién|es|está|son|están|yo|él|ella|ellos|hay|aquí|casi|como"
)

STATES = (
    "funciona|funcionan|falla|fallan|sucede|ocurre|termina|carga|compila|responde|devuelve|sale|"
    "vi|tuve|supe|he|había|me|pasa|que_ver|lo_mismo|más|da|es|está|hay|fue"
)
ALWAYS = "siempre|sistemáticamente|obligatoriamente|por_defecto"
TONGUE = "español|castellano|inglés|francés|alemán|portugués|italiano|ruso"
FRILLS = (
    "emojis|emoji|rodeos|halagos|disculpas|resumen|resúmenes|introducciones|introducción|"
    "preámbulos|cortesías|florituras|adornos|relleno|rollos"
)
THEY = (
    "cliente|clientes|clienta|equipo|dirección|gerencia|departamento|legal|jurídico|hosting|"
    "proveedor|empresa|compañía|usuarios|ayuntamiento|ministerio|auditor|auditora|junta|socio|"
    "soporte|banco"
)
NOW = "ahora|actualmente|hoy_en_día|ya|desde_ahora|desde_hoy|hoy_por_hoy|a_día_de_hoy"
RUN = (
    "corre|corren|está|están|vive|viven|va|van|funciona|funcionan|pasa|pasan|queda|quedan|habla|"
    "hablan|se_hace|se_hacen|usa|usan"
)
USE = (
    "usamos|desplegamos|alojamos|publicamos|soportamos|admitimos|corremos|seguimos|mantenemos|"
    "trabajamos|aceptamos|guardamos|escribimos|nombramos|ponemos|hacemos|cacheamos|hablamos|"
    "medimos|tenemos|damos_soporte|probamos|llamamos"
)
EACH = "cada|todo|toda|todos_los|todas_las|cualquier|los_nuevos|las_nuevas"
UNIT = (
    "commit|pr|pull_request|merge_request|archivo|clase|función|método|módulo|prueba|test|línea|"
    "ticket|rama|migración|endpoint|mensaje"
)
TEXT = (
    "explicaciones|explicación|justificaciones|respuestas|resúmenes|resumen|comentarios|"
    "comentario|rollos|archivo_entero|detalles"
)
DAYS = (
    "lunes|martes|miércoles|jueves|viernes|sábados|domingos|mañanas|tardes|noches|fines_de_semana"
)
WORK = (
    "mira|abre|lee|añade|agrega|crea|escribe|haz|cambia|modifica|borra|elimina|quita|revisa|"
    "prueba|ejecuta|corre|muestra|explica|busca|encuentra|arregla|corrige|reemplaza|renombra|"
    "mueve|actualiza|implementa|limpia|dame|genera|instala|despliega|traduce|resume|descarga|pon|"
    "prepara|lista|vamos_a"
)
FILLER = (
    "por_favor|ok|vale|bueno|bien|y|también|pero|por_cierto|oye|hola|gracias|genial|perfecto|"
    "exacto|además|ah|mira|otra_cosa|una_cosa_más|importante|ojo|nota|aviso|listo|claro|"
    "de_acuerdo|perdona|entonces|primero|segundo|recordatorio|eh|así_que|pues|solo_un_apunte|"
    "para_tu_información"
)
