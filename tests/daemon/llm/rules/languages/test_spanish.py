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
project | El auditor viene en dos semanas, la documentación tiene que estar lista para entonces | 2026-03-24
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
"""


def rows(table):
    return [[cell.strip() for cell in line.split(" | ")] for line in table.strip().splitlines()]


@pytest.mark.parametrize(("kind", "text", "words"), rows(KEPT))
def test_what_holds_is_kept(hear, kind, text, words):
    assert any(kept.split()[0] in kind and words in kept for kept in hear(text)), hear(text)


@pytest.mark.parametrize("text", PASSED.strip().splitlines())
def test_what_passes_is_not(hear, text):
    assert hear(text) == []


def test_a_person_accepts_what_the_agent_did(hear):
    offer = "Dividí la migración en dos pasos."

    assert hear("Perfecto, hazlo siempre así.", offer=offer)
    assert not hear("Bien, gracias.", offer=offer)
