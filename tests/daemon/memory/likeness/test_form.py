"""The same fact in other words is one fact; another fact in nearly the same words is another."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.memory.likeness import is_same_fact, normal_form

SAME = [
    # English: courtesy, articles, subjects, punctuation, inflection
    ("Use pnpm in this repository", "Please use pnpm in this repository."),
    ("Use pnpm in this repository", "We use pnpm in this repository"),
    ("Use pnpm in this repository", "In this repository, use pnpm!"),
    ("Use pnpm in this repository", "In this repository we use pnpm"),
    ("Use pnpm in this repository", "could you please use pnpm in this repository"),
    ("Use pnpm in this repository", "From now on, use **pnpm** in this repository"),
    ("Use pnpm in this repository", "use `pnpm` in the repository"),
    ("Use pnpm in this repository", "You must use pnpm in this repository"),
    ("Use pnpm in this repository", "We're using pnpm in this repository"),
    ("Use pnpm in this repository", "Remember to always use pnpm in this repository"),
    ("Use pnpm in this repository", "Make sure you use pnpm in our repository, thanks!"),
    ("Use pnpm in this repository", "we now use pnpm in this repository"),
    ("Never push to main", "Don’t push to main"),
    ("Never push to main", "do not ever push to main"),
    ("Never push to main", "You should never push to main"),
    ("Never push to main", "please never push to the main"),
    ("Run the tests with pytest -x", "Tests are run with pytest -x"),
    ("Run the tests with pytest -x", "The tests must be run with `pytest -x`"),
    ("Run the tests with pytest -x", "With pytest -x, run the tests"),
    ("Cache the wheels in CI", "wheels are cached in CI"),
    ("Generate the client from openapi.yaml", "The client is generated from openapi.yaml"),
    ("Write commit messages in English", "Commit messages should be written in English"),
    ("Write commit messages in English", "commit messages are written in English"),
    ("Before committing, run the linter", "Run the linter before you commit"),
    ("When a test fails, run it with -v", "run it with -v when the test fails"),
    ("If the build breaks, call Dana", "Call Dana if the build breaks."),
    ("The API runs on port 8080", "our API is running on port 8080"),
    ("The staging database is reset every Monday", "Reset the staging database every Monday"),
    ("To deploy, run make ship", "Run make ship to deploy"),
    ("Don't mock the database in tests", "The database must not be mocked in tests"),
    ("The team's wiki is at wiki.example/ops", "the team wiki is at wiki.example/ops"),
    ("Dana owns the billing service", "Dana owns our billing service."),
    ("Use tabs, not spaces", "please use tabs — not spaces"),
    ("Node 22 is required", "we require Node 22"),
    ("Releases are tagged by the bot", "releases are tagged by our bot"),
    ("I prefer short answers", "I prefer short answers, please"),
    ("“Fixes” goes into the title", '"Fixes" goes into the title'),
    # German
    ("Verwende pnpm in diesem Projekt", "Bitte verwende pnpm in diesem Projekt."),
    ("Verwende pnpm in diesem Projekt", "Wir verwenden pnpm in diesem Projekt"),
    ("Die Doku liegt im Ordner docs/", "Doku liegt im Ordner docs/"),
    ("Nie auf main pushen", "Niemals auf main pushen!"),
    ("Vor dem Commit, starte den Linter", "Starte den Linter vor dem Commit"),
    ("Nutze immer Port 8080", "Bitte nutze Port 8080"),
    # French
    ("Utilise pnpm dans ce dépôt", "Utilisez toujours pnpm dans ce dépôt, s'il vous plaît"),
    ("Utilise pnpm dans ce dépôt", "Dans ce dépôt, nous utilisons pnpm"),
    ("Utilise pnpm dans ce dépôt", "Dans ce dépôt on utilise pnpm."),
    ("Utilise pnpm dans ce dépôt", "Merci d'utiliser pnpm dans ce dépôt"),
    ("N'utilise jamais npm", "n’utilisez pas npm"),
    ("N'utilise jamais npm", "ne pas utiliser npm"),
    ("Mets les tests dans tests/", "Mettez les tests dans tests/"),
    ("Exécute les tests avec pytest", "Veuillez exécuter les tests avec pytest"),
    # Spanish
    ("Usa pnpm en este repositorio", "Por favor, usa siempre pnpm en el repositorio"),
    ("Usa pnpm en este repositorio", "En este repositorio usamos pnpm"),
    ("Usa pnpm en este repositorio", "Usar pnpm en este repositorio"),
    ("No uses npm", "Nunca usar npm"),
    ("Despliega los viernes", "Desplegar los viernes"),
    ("Ejecuta las pruebas con pytest", "Ejecutamos las pruebas con pytest."),
    ("La documentación está en docs/", "¡Documentación en docs/!"),
    # Portuguese
    ("Usa pnpm neste projeto", "Usa sempre pnpm neste projeto, por favor"),
    ("Use pnpm nos projetos", "Nos projetos, usamos pnpm"),
    ("Não uses npm", "Nunca usar npm, por favor"),
    ("Executa os testes com pytest", "Executamos os testes com pytest"),
    ("A documentação está em docs/", "Documentação em docs/"),
    # Russian
    ("Используй pnpm в этом репозитории", "Пожалуйста, используйте pnpm в этом репозитории"),
    ("Используй pnpm в этом репозитории", "В этом репозитории мы используем pnpm"),
    ("Не используй npm", "Никогда не используйте npm!"),
    ("Запускай тесты через pytest", "Всегда запускайте тесты через pytest"),
    ("Документация лежит в docs/", "документация лежит в docs/."),
    # Chinese
    ("使用pnpm安装依赖", "请使用 pnpm 安装依赖。"),
    ("使用pnpm安装依赖", "我们必须使用pnpm安装依赖"),
    ("使用pnpm安装依赖", "請使用 pnpm 安裝依賴"),
    ("使用pnpm安装依赖", "使用pnpm安装依赖吧!"),
    ("不要直接推送到main", "请勿直接推送到 main"),
    ("不要直接推送到main", "千万不要直接推送到main。"),
    ("提交信息用英文写", "提交信息都用英文写，谢谢"),
    ("记住：测试数据库每周一重置", "测试数据库每周一重置"),
    # Japanese
    ("テストはpytestで実行する", "テストは pytest で実行してください。"),
    ("テストはpytestで実行する", "テストは必ずpytestで実行します"),
    ("テストはpytestで実行する", "今後は、テストはpytestで実行すること"),
    ("コミットメッセージは英語で書く", "コミットメッセージは英語で書いてください"),
    ("コミットメッセージは英語で書く", "コミットメッセージは英語で書きます。"),
    ("npmを使わない", "npm を使わないでください"),
    ("npmを使わない", "npmを使いません"),
    ("mainに直接プッシュしないこと", "絶対にmainに直接プッシュしないでください"),
    ("本番のデータベースはPostgresです", "本番のデータベースはPostgres"),
    # Korean
    ("테스트는 pytest로 실행한다", "테스트는 pytest로 실행하세요."),
    ("테스트는 pytest로 실행한다", "테스트는 항상 pytest로 실행해 주세요"),
    ("테스트는 pytest로 실행한다", "앞으로 테스트는 pytest로 실행합니다"),
    ("npm을 쓰지 마세요", "npm을 쓰지 않습니다"),
    ("main에 직접 푸시하지 마라", "main에 직접 푸시하지 말 것"),
    ("서버는 포트 8080에서 돌린다", "서버는 포트 8080에서 돌려 주세요"),
]

# The same to a reader, but kept apart: what joins these would join other facts, too.
APART = [
    ("Use pnpm for installs", "Install with pnpm"),
    ("Avoid npm", "Never use npm"),
    ("The limit is 5", "The limit is five"),
    ("In CI run tests with pytest", "Run tests with pytest in CI"),
    ("Dana owns billing", "Billing is owned by Dana"),
    ("We no longer use Jenkins", "We don't use Jenkins any more"),
    ("Use pre-commit hooks", "Use pre commit hooks"),
    ("Tests mit pytest ausführen", "Führe die Tests mit pytest aus"),
    ("Les tests se lancent avec pytest", "Lance les tests avec pytest"),
    ("Las pruebas se ejecutan con pytest", "Ejecuta las pruebas con pytest"),
    ("Use pnpm no projeto", "No projeto, usamos pnpm"),
    ("Тесты запускаются через pytest", "Запускай тесты через pytest"),
    ("依赖用pnpm安装", "用pnpm安装依赖"),
    ("pytestでテストを実行する", "テストをpytestで実行する"),
    ("pytest로 테스트를 실행한다", "테스트를 pytest로 실행한다"),
]

DIFFERENT = [
    # negation
    ("Use npm in this repository", "Never use npm in this repository"),
    ("Tests are run in parallel", "Tests are not run in parallel"),
    ("Use tabs, not spaces", "Use spaces, not tabs"),
    ("Not all tests run in CI", "All tests do not run in CI"),
    ("Don't always rebase", "Don't rebase"),
    ("Push only to main", "Push to main"),
    ("We no longer use Jenkins", "We use Jenkins"),
    ("Deploy without approval", "Deploy with approval"),
    # one says more
    ("Tests run with pytest", "Tests run with pytest -x"),
    ("Use pnpm", "Use pnpm for the frontend"),
    ("Deploy on Fridays", "Deploy on Fridays before noon"),
    ("The API uses TLS", "The public API uses TLS"),
    ("Answer in German", "Answer in German unless asked"),
    # numbers, versions, dates, identifiers, paths
    ("The API runs on port 8080", "The API runs on port 8081"),
    ("Use Node 20", "Use Node 22"),
    ("Use Python 3.11", "Use Python 3.1.1"),
    ("The limit is 10%", "The limit is 10"),
    ("The limit is -1", "The limit is 1"),
    ("The limit is 1.000 rows", "The limit is 1000 rows"),
    ("The freeze starts on 2026-03-04", "The freeze starts on 2026-04-03"),
    ("The freeze starts on March 4", "The freeze starts on May 4"),
    ("Edit src/app.ts", "Edit src/App.ts"),
    ("Edit src/app.ts", "Edit lib/app.ts"),
    ("Set MAX_JOBS to 4", "Set MIN_JOBS to 4"),
    ("Call get_user", "Call getUser"),
    ("Call userId", "Call userid"),
    ("Use the flag -v", "Use the flag -V"),
    ("Use the flag -v", "Use the flag v"),
    ("Ignore *.py files", "Ignore .py files"),
    ("Docs are at https://docs.example/a", "Docs are at https://docs.example/b"),
    ("Read .env first", "Read env first"),
    ("Write it in C", "Write it in C++"),
    ("Write it in C#", "Write it in C++"),
    ("Return {} when empty", "Return [] when empty"),
    ("Use a < b", "Use a > b"),
    ("Pin @acme/ui", "Pin @acme/ux"),
    # names and roles
    ("Dana owns billing", "Dina owns billing"),
    ("The client calls the server", "The server calls the client"),
    ("Merge develop into main", "Merge main into develop"),
    ("Copy from A to B", "Copy from B to A"),
    ("Use X instead of Y", "Use Y instead of X"),
    ("Run lint before tests", "Run tests before lint"),
    ("Run lint, then run tests", "Run tests, then run lint"),
    ("Use tabs for Go, spaces for Rust", "Use spaces for Go, tabs for Rust"),
    ("Use red in dev and blue in prod", "Use red in prod and blue in dev"),
    ("Use red for dev, blue for prod", "For prod use red, blue for dev"),
    (
        "Put the config for staging in the file for prod",
        "Put the config for prod in the file for staging",
    ),
    (
        "When tests fail in docker, run them again",
        "When tests fail, run them again in docker",
    ),
    ("The size of the cache of the server", "The size of the server of the cache"),
    ("Build the cache first", "Cache the build first"),
    ("If it rains, stay; if it snows, leave", "If it snows, stay; if it rains, leave"),
    # tense, mood, person
    ("We used Jenkins", "We use Jenkins"),
    ("We will use Bazel", "We use Bazel"),
    ("We used to use Bazel", "We use Bazel"),
    ("The cache was cleared nightly", "The cache is cleared nightly"),
    ("Tests may be run in parallel", "Tests are run in parallel"),
    ("I use vim", "We use vim"),
    ("My editor is vim", "Your editor is vim"),
    # one word that carries meaning
    ("Use the builder", "Use the build"),
    ("Start the server", "Start the serve"),
    ("Deploy to staging", "Deploy to stage"),
    ("Check the state", "Check the stats"),
    ("Caching is off", "The cache is off"),
    ("Use the optional field", "Use the option field"),
    ("Require approval or tests", "Require approval and tests"),
    ("Run some tests", "Run all tests"),
    ("Start each reply with “please”", "Start each reply with “thanks”"),
    ("Start each reply with 'please'", "Start each reply with 'sorry'"),
    ("Answer with “the”", "Answer with “a”"),
    ("Processes die after 5 s", "Processes after 5 s"),
    ("Use plan A", "Use plane A"),
    ("Import os first", "Import first"),
    ("Fix that test", "Fix this test"),
    ("Log in as root", "Log in as root user"),
    ("Retry 3 times after 5 s", "Retry 5 times after 3 s"),
    ("The bot merges what Dana approves", "Dana merges what the bot approves"),
    # German
    ("Verwende Port 8080", "Verwende Port 8081"),
    ("Verwende npm nicht", "Verwende npm"),
    ("Deploye mit Freigabe", "Deploye ohne Freigabe"),
    ("Die Tests liefen nachts", "Die Tests laufen nachts"),
    ("Kopiere von A nach B", "Kopiere von B nach A"),
    ("Es gibt keine Tests", "Es gibt Tests"),
    # French
    ("Utilise npm", "N'utilise pas npm"),
    ("Utilise npm", "N'utilise plus npm"),
    ("N'utilise plus npm", "N'utilise pas npm"),
    ("La commande X", "Commander X"),
    ("Déploie avec validation", "Déploie sans validation"),
    ("Copie de A vers B", "Copie de B vers A"),
    # Spanish
    ("Usa npm", "No uses npm"),
    ("Usa npm", "Usan npm"),
    ("El nombre es Dana", "Nombra a Dana"),
    ("El programa X", "Programar X"),
    ("Despliega los viernes", "Despliega el viernes que viene"),
    ("Abre el puerto 80", "Abre la puerta 80"),
    ("No uses npm", "Ya no uses npm"),
    ("Despliega con aprobación", "Despliega sin aprobación"),
    ("Usa A en lugar de B", "Usa B en lugar de A"),
    # Portuguese
    ("Usa npm no projeto", "Não uses npm no projeto"),
    ("Executa com aprovação", "Executa sem aprovação"),
    ("Usa a porta 80", "Usa o porto 80"),
    # Russian
    ("Используй npm", "Не используй npm"),
    ("Клиент вызывает сервер", "Сервер вызывает клиент"),
    ("Используем Jenkins", "Использовали Jenkins"),
    ("Порт 8080", "Порт 8081"),
    # Chinese
    ("使用npm安装依赖", "不要使用npm安装依赖"),
    ("不用npm了", "不用npm"),
    ("测试数据库每周一重置", "测试数据库每周二重置"),
    ("请求要加签名", "求要加签名"),
    ("客户端调用服务器", "服务器调用客户端"),
    ("不必都跑测试", "不必跑测试"),
    ("区别对待告警", "区对待告警"),
    # Japanese
    ("npmを使う", "npmを使わない"),
    ("npmを使う", "npmが使える"),
    ("ログは残す", "ログは残る"),
    ("サーバーがクライアントを呼ぶ", "サーバーをクライアントが呼ぶ"),
    ("pytestを使った", "pytestを使う"),
    ("常に使うわけではない", "使うわけではない"),
    ("毎週月曜に実行する", "毎週火曜に実行する"),
    # Korean
    ("npm을 사용하세요", "npm을 사용하지 마세요"),
    ("클라이언트가 서버를 호출한다", "클라이언트를 서버가 호출한다"),
    ("npm을 사용했다", "npm을 사용한다"),
    ("화면에 보입니다", "화면에 봅니다"),
    ("포트 8080을 쓴다", "포트 8081을 쓴다"),
    ("항상 쓰지는 않는다", "쓰지는 않는다"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_the_same_fact_reworded_is_one_fact(a, b):
    assert normal_form(a) == normal_form(b)


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_another_fact_in_nearly_the_same_words_is_another(a, b):
    assert normal_form(a) != normal_form(b)


def test_no_two_facts_are_taken_for_one_and_most_rewordings_are_seen():
    merged = [pair for pair in (*SAME, *APART, *DIFFERENT) if is_same_fact(*pair)]
    right = [pair for pair in merged if pair in SAME or pair in APART]

    assert len(right) / len(merged) == 1
    assert len(right) / len(SAME + APART) > 0.85


TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.sampled_from(
            [
                *(
                    "use",
                    "Never",
                    "don't",
                    "please",
                    "in",
                    "the",
                    "tests",
                    "are",
                    "run",
                    "is",
                    "not",
                ),
                *(
                    "-x",
                    "8080",
                    "3.11",
                    "src/a.py",
                    "`pytest -x`",
                    "“the”",
                    "{}",
                    ",",
                    ".",
                    "(",
                    ")",
                ),
                *("ne", "pas", "l'api", "no", "não", "не", "быстро", "nicht", "wir", "usamos"),
                *(
                    "不要",
                    "用",
                    "都",
                    "安装依赖",
                    "使います",
                    "使わない",
                    "です",
                    "하지 마세요",
                    "한다",
                    "¬",
                ),
            ]
        ),
        max_size=9,
    ).map(" ".join),
)


@settings(deadline=None)
@given(TEXTS, TEXTS)
def test_being_the_same_fact_is_mutual_and_each_is_the_same_as_itself(a, b):
    assert is_same_fact(a, a)
    assert is_same_fact(a, b) == is_same_fact(b, a)


@settings(deadline=None)
@given(TEXTS, TEXTS, TEXTS)
def test_what_is_the_same_as_a_third_is_the_same(a, b, c):
    same = [is_same_fact(a, b), is_same_fact(b, c), is_same_fact(a, c)]

    assert sum(same) != 2


@settings(deadline=None)
@given(TEXTS, st.integers(0, 9999), st.integers(0, 9999))
def test_a_number_that_differs_makes_another_fact(text, one, other):
    said = [f"{text} port {number}" for number in (one, other)]

    assert is_same_fact(*said) == (one == other)


@settings(deadline=None)
@given(TEXTS, st.sampled_from(["-x", "src/b.py", "v1.2", "get_user", "userId", "nightly", "%"]))
def test_a_word_more_makes_another_fact(text, word):
    assert not is_same_fact(text, f"{text} {word}")


@settings(deadline=None)
@given(TEXTS.filter(str.strip))
def test_spaces_and_a_full_stop_make_no_other_fact(text):
    text = " ".join(text.split())

    assert is_same_fact(f"{text} port 80", f"  {text.replace(' ', '  ')} port 80. ")


@pytest.mark.parametrize("text", ["", " ", "👍", "the", "please", "!!", "。", "is are", "¿?"])
def test_a_text_without_substance_is_like_itself_only(text):
    assert is_same_fact(text, text)
    assert not is_same_fact(text, "use tabs")
    assert normal_form(text) == text.strip()


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "piece", ["please ", "not ", "remember to ", "“", "*", "(", "'", "the's ", "请"]
)
def test_a_text_of_any_length_is_read_in_time(piece):
    assert isinstance(normal_form(piece * (100_000 // len(piece))), str)
