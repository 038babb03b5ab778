"""What Spanish speakers say for good, and what they only say."""

import pytest

KEPT = """
project | Recuerda que el importador viejo solo entiende Latin-1 | Latin-1
project | Anota: la base de preproducción se reinicia todos los domingos | preproducción
project | No olvides que la API solo es accesible desde dentro | API
project | La licencia de Qt va por cuenta del cliente, tenlo en cuenta. | Qt
project | Ten presente que los sensores mandan la hora en UTC | UTC
project | Que sepas que la base de producción es de solo lectura para nosotros | lectura
feedback | No, así no: usa pathlib en vez de os.path | pathlib
feedback | Ya te dije que nada de prints para depurar | prints
feedback | Mal, las ramas las nombramos en inglés | inglés
feedback | pregúntame siempre antes de hacer commit | commit
feedback | Deja de comentar cada línea | comentar
feedback | Fue demasiado largo, sé más breve en el futuro | breve
feedback | sin emojis en las respuestas, por favor | emojis
feedback | Contéstame en español y tutéame | español
feedback | Nunca hagas force push a main | main
feedback | Antes de cada merge hay que pasar el linter | linter
feedback | los mensajes de commit siempre en ingles porfa | ingles
feedback | Cada tabla debe llevar una columna created_at | created_at
feedback | Aquí los tests van al lado del código | tests
feedback | Todo endpoint nuevo necesita una prueba de integración | integración
feedback | Los errores nunca se silencian, se registran | errores
feedback | A partir de ahora evita los mocks | mocks
feedback | No toques los archivos generados, se sobrescriben en cada build | generados
feedback | Más vale no modificar nunca una migración ya aplicada | migración
feedback | Procura no usar variables globales nunca | globales
user/feedback | Prefiero los commits pequeños | pequeños
user | Me gustan más los tipos que los docstrings | tipos
user/feedback | Odio las explicaciones largas | largas
user | yo suelo trabajar en la terminal | terminal
user | Vengo de la biología y programo desde hace un año | biología
user | Soy analista de datos en un hospital | hospital
user | llevo 20 años escribiendo Fortran, Rust es nuevo para mí | Fortran
user | Yo me encargo de la facturación | facturación
user | Vivo en Lisboa, o sea una hora menos que vosotros | Lisboa
user | De Kubernetes no sé casi nada | Kubernetes
user | Dirijo el equipo de procesamiento de imágenes | equipo
project | Hemos decidido usar Postgres | Postgres
project | Pasamos de Jenkins a GitLab CI la semana pasada | GitLab
project | A partir del 1 de mayo solo aceptamos Python 3.12 | 2026-05-01
project | Ahora usamos gRPC | gRPC
project | Ya no soportamos Windows 7 | Windows
project | En lugar de REST los servicios hablan gRPC ahora | gRPC
project | El cliente quiere únicamente on-premise | on-premise
project | La versión sale el viernes | 2026-03-13
project | El certificado caduca el 14 de abril | 2026-04-14
project | El congelamiento de código empieza el próximo jueves | 2026-03-12
project | La demo se aplazó a finales de marzo | 2026-03-31
project | El auditor viene en dos semanas, la documentación tiene que estar lista | 2026-03-24
project | Pasado mañana es la entrega al cliente | 2026-03-12
project | Actualmente todo corre en Kubernetes 1.29 | 1.29
project | Nuestros clientes son hospitales, así que nada de nube | hospitales
project | El presupuesto para la CI es de 200 euros al mes | 200
project/feedback | Por motivos legales los datos no pueden salir de la UE | UE
project | Nos quedamos con Java 17, está decidido | Java
project/feedback | Redis se acabó, ahora guardamos la caché en el proceso | proceso
reference | El panel está en https://grafana.example.com/d/7 | grafana
reference | Los bugs los reportamos en Jira, proyecto OPS | Jira
reference | Para las alertas tenemos el canal #alertas-ops | #alertas-ops
reference | La wiki se mudó: https://wiki.example.org/nuevo | wiki
reference | Los diseños están en Figma, carpeta Marketing | Figma
project | Para más adelante: los números de serie los asigna la fábrica | serie
feedback/project | Se dice socio, no cliente | socio
feedback | No, los comentarios en español por favor | español
feedback | Primero el plan y después el código, siempre | plan
feedback/user | Con un diff me basta, no hace falta el archivo entero | diff
feedback/user | No necesito explicaciones tan largas | explicaciones
user | Aquí yo solo hago QA | QA
user | Soy nueva en el equipo | equipo
user | los viernes no trabajo | viernes
project | Al final no vamos con Kubernetes | Kubernetes
project | La app la hacemos en Flutter | Flutter
project | La versión mínima de Android es la 9 | Android
project | Con la versión 3 desaparece la interfaz XML | XML
project | El umbral ahora es 90 en vez de 70 | 90
project | Los pagos ya no van por PayPal sino por Stripe | Stripe
project | Todo tiene que estar terminado para el 30 de junio | 2026-06-30
project | El 3 de mayo es la feria en Bilbao | 2026-05-03
project | La entrega es el miércoles que viene | 2026-03-18
project | Estoy de vacaciones desde el 5 de mayo | 2026-05-05
project | A mediados de abril mudamos el centro de datos | abril
project | A fin de mes es la aceptación con el cliente | 2026-03-31
reference/project | Para temas de hardware, habla con Joaquín | Joaquín
reference/project | Las credenciales están en 1Password, bóveda Laboratorio | 1Password
reference | El protocolo está descrito en la página de Confluence Mediciones | Confluence
reference | Los sprints los planificamos en https://boards.example.com/b/3 | boards
feedback | A main no se sube nada directamente | main
feedback | Los números siempre con coma decimal | coma
feedback | El SQL se escribe en mayúsculas | SQL
feedback | Un solo tema por commit | commit
feedback | Ningún secreto en el repositorio | secreto
project | Desde ahora los pedidos los aprueba la señora Rivas, ya no yo | Rivas
project | Desde enero el museo cierra los lunes | lunes
project | El almacén ahora cuenta en palés en vez de cajas | palés
project | El boletín ya no sale los lunes sino los jueves | jueves
project | El comité se decidió por la variante verde | verde
project | No habrá versión móvil, la hace la editorial | móvil
project | El cierre de edición es el viernes que viene a las doce | 2026-03-20
project | El periodo de prueba dura hasta finales de mayo | 2026-05-31
project | En tres semanas inauguramos la exposición | 2026-03-31
project | Los profesores necesitan sus accesos como muy tarde el 12 de abril | 2026-04-12
reference/project | Los horarios los lleva la central en una hoja de SharePoint | SharePoint
reference | Si hay una avería, mirar primero en https://status.example.net | status
reference/project | La contraseña de la impresora está en la caja fuerte, no aquí | caja fuerte
feedback | Los precios nunca redondeados | precios
feedback | Los nombres de los pacientes no deben salir en ningún log | pacientes
feedback | Aquí siempre redondeamos hacia arriba | redondeamos
feedback | Las fotos solo se publican con el visto bueno de redacción | visto bueno
feedback | No, los pesos en gramos, no en kilos | gramos
feedback/user | Dime enseguida cuando algo no se pueda | enseguida
feedback/user | Cuando haya que elegir quiero ver dos variantes | variantes
user | En realidad soy carpintero y esto lo hago aparte | carpintero
user | Distingo mal el rojo del verde | rojo
user | Estoy sustituyendo a Carmen hasta el verano | Carmen
project | los sensores de la ladera norte solo mandan datos cada seis horas, apúntalo | ladera
feedback | Me gustaría que hicieras siempre los cambios en pasos pequeños | pasos
feedback/user | No me preguntes por tonterías, decide tú | tonterías
feedback | Otra vez cambiaste de idioma, quédate en español | español
feedback | Las unidades tienen que aparecer siempre, o sea 5 mm y no 5 | unidades
feedback | Los textos nuevos pasan primero por corrección | corrección
project | A partir de abril el calendario lo lleva administración | administración
project | El servidor viejo se apaga el 30 de junio | 2026-06-30
project | Desde la obra solo quedan dos cajas | dos cajas
project | Cancelamos la licencia y nos pasamos a QGIS | QGIS
project | Lo acordado con la editorial: nada de publicidad en la app | publicidad
user | Soy conserje, no programador | conserje
user | Mi inglés no es muy bueno, mejor en español | inglés
user | Oigo mal, escríbemelo todo | Oigo
reference | Los planes de mantenimiento están en la intranet, sección Técnica | intranet
"""

PASSED = """
Cómo quieres que me acuerde de todo
es cierto que siempre hacemos rebase
Por qué nunca usamos enums
Deberíamos usar tabs en adelante o no
sabes si todavía soportamos Python 3.8
Si pasáramos a Rust sería más rápido
Quizás deberíamos escribir siempre primero los tests
Supongamos que a partir de ahora usamos Kafka
Estamos viendo si nos pasamos a Bazel
También se podría usar Docker en el futuro
Renombra la función always_true
Añade un test para la importación y borra la rama vieja
Haz el título más grande y usa un azul más oscuro
Puedes arreglar el error del login
Corre los tests y muéstrame el resultado
Hoy sin tests, hay que ir rápido
Usa SQLite por ahora
Esta vez sin comentarios
El servidor queda apagado hasta mañana
Para esta rama no hagas squash
Mi compañero dice: «usar siempre tabs»
La documentación dice que nunca se use eval
Traduce: a partir de ahora usamos siempre espacios
Según el blog ya no se debe usar más que uv
Ana prefiere los tabs
A mi jefe le gustan los correos largos
Genial, otro framework nuevo
Qué bien, siempre se cae cuando pruebo
A partir de ahora solo tabs. No, olvídalo.
Gracias, buen fin de semana
Hasta el lunes entonces
El build está en rojo desde ayer
El test siempre falla
Eso nunca ha funcionado
No guardes esto
Nunca había visto este error
Ayer desplegamos y todo fue bien
Me tengo que ir ahora
Estoy en el tren hasta las cinco
La función parse de utils.py devuelve None si hay error
Se ve bien, sigue con el siguiente módulo
No tengo ni idea de qué pasa aquí
Quiero el botón a la izquierda
Estoy seguro de que es la caché
No, el otro archivo
no, me refería al segundo test
Acorta eso por favor
El botón desapareció ahora
Ahora funciona
Los tests pasan ahora
El cliente acaba de llamar
siempre el mismo error
No me gusta, pon otro color
Me parece mejor el primero
Vuelvo enseguida
Termínalo para mañana
Hay alguna razón por la que nunca usamos vistas
Creo que el servidor está en Madrid
No sería mejor cachear siempre
A principios de julio todo iba bien
Vale, gracias a ti
El log dice que la conexión nunca se estableció
Podrías renombrar el archivo
Eso nunca va a funcionar
Todavía tengo que pagar la factura
Desenchufé el cable y ya anda
Quién escribió esto, todas las variables se llaman x
Pon el valor a 90 en vez de 70
El cliente de la tienda estaba raro hoy
Me puedes decir quién aprueba los pedidos
Ayer hubo mucha gente en la exposición
Me voy a comer
Pon los horarios a las nueve
Si el comité acepta, quizá usemos la variante verde
La tabla tiene doce columnas
Mi hijo está enfermo, sigo luego
Cada petición tarda tres segundos
Cada clic se procesa dos veces
La ventana no se abre cuando hago clic
No veo el error
Todos los tests pasan
Acabo de subir la rama
Estoy en la rama correcta
Soy yo otra vez
La página se queda colgada al cargar
El cliente mandó otro correo
El equipo se rió mucho
Solo quiero cambiar la última línea
Está mejor que antes
Encontramos dos errores
En vez de la lista sale una página vacía
No entiendo el mensaje de error
Mejor la segunda propuesta
El método nunca se llama
Parece que ya funciona
Hago una pausa
El botón se pone en rojo
Cancelé mi suscripción
No me vas a creer
Me gustaría un café
A partir de la línea 40 está todo vacío
Desde la actualización todo va lento
Soy tonto, carpeta equivocada
Solo pasa la mitad de los tests
Ahora te mando el log
El cliente quiere saber cuándo estará listo
Primero vamos por el camino fácil
No me carga la página
Lo hacemos mañana
No se ve nada
Nunca me había reído tanto
No hay nadie en la oficina
"""


def rows(table):
    return [[cell.strip() for cell in line.split(" | ")] for line in table.strip().splitlines()]


@pytest.mark.parametrize(("kind", "text", "words"), rows(KEPT))
def test_what_holds_is_kept(hear, kind, text, words):
    assert any(kept.split()[0] in kind and words in kept for kept in hear(text)), hear(text)


@pytest.mark.parametrize("text", PASSED.strip().splitlines())
def test_what_passes_is_not(hear, text):
    assert hear(text) == []


OFFER = "Dividí la migración en dos pasos."


@pytest.mark.parametrize(
    "answer",
    [
        "Perfecto, hazlo siempre así.",
        "Sí, así es como lo quiero",
        "Perfecto, nos quedamos con ese formato",
        "genial, hazlo igual las próximas veces",
    ],
)
def test_a_person_accepts_for_good_what_the_agent_did(hear, answer):
    assert any(OFFER.strip(".。") in kept for kept in hear(answer, offer=OFFER))


@pytest.mark.parametrize(
    "answer",
    [
        "Bien, gracias.",
        "sí, dale",
        "ok, sigue",
    ],
)
def test_thanks_and_go_on_accept_nothing(hear, answer):
    assert hear(answer, offer=OFFER) == []
