"""How often a word turns up by chance, whatever a store holds.

A small store cannot tell a rare word from one that is merely rare here: among eighty memories
"everywhere" may stand in one, just as an error code does. The lists below are what any reader
knows about the words of prompts; a word on none of them is judged by its shape.
"""

from functools import lru_cache
from typing import Final

from .han import fold_han
from .tokens import tokens

# The share of texts of a memory's size that hold such a word.
_GRAMMAR: Final = 0.25
_EVERYDAY: Final = 0.05
_TRADE: Final = 0.03
_PLAIN: Final = 0.002
_YEAR: Final = 0.03

_GRAMMAR_WORDS: Final = (
    # English
    "a about above across after again against ago all almost along already also although always "
    "am among an and another any anybody anyone anything anyway are aren around as at away back "
    "be because been before behind being below between both but by can cannot cant could couldn "
    "did didn do does doesn doing don done down during each either else enough etc even ever "
    "every everybody everyone everything for from further had hadn has hasn have haven having he "
    "hello her here hers herself hey hi him himself his how however i if im in instead into is "
    "isn it its itself ive just kind less let lets like ll lot lots many may maybe me might more "
    "most much must my myself near neither never next no nobody none nor not nothing now of off "
    "often oh ok okay on once one only onto or other others otherwise our ours out over own per "
    "perhaps please pls plus quite rather re really same shall she should shouldn since so some "
    "somebody somehow someone something sometimes soon sort still such sure than thank thanks "
    "that thats the their them themselves then there therefore these they thing things this those "
    "though through thus to together too toward under unless until up upon us ve very via was "
    "wasn way we well were weren what whatever whats when whenever where wherever whether which "
    "while who whole whom whose why will with within without won would wouldn yeah yes yet you "
    "your yours yourself "
    # German
    "aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus "
    "außer bei beim bevor bin bis bist bitte da dabei dafür damit danach dann daran darauf darf "
    "das dass dazu dein deine dem den denn der deren des deshalb dessen die dies diese diesem "
    "diesen dieser dieses doch dort du durch ein eine einem einen einer eines einfach einmal er "
    "erst es etwas euch euer für ganz gar gegen genau gerade gern gut habe haben hallo hast hat "
    "hatte hatten hier hinter ich ihm ihn ihnen ihr ihre im immer in ins ist ja jede jedem jeden "
    "jeder jedes jetzt kann kannst kein keine keinen können könnte lass man mal mehr mein meine "
    "meinem meinen meiner mich mir mit muss müssen nach nein nicht nichts noch nochmal nun nur ob "
    "oder ohne schon sehr sein seine seit selbst sich sie sind so soll sollen sollte sondern "
    "sonst über um und uns unser unsere unter viel vom von vor wann war waren warum was weil "
    "weiter welche welchem welchen welcher welches wenn wer werde werden wie wieder will wir wird "
    "wo wurde wurden würde zu zum zur zwar zwischen danke "
    # French
    "ai ainsi alors après au aucun aussi autre autres aux avant avec avoir avons bien car ce ceci "
    "cela celle celui ces cet cette chaque chez ci comme comment contre dans de depuis des deux "
    "dire doit donc dont du elle elles en encore entre est et être eu faire fais fait faut il ils "
    "je jusque la là le les leur leurs lui ma mais me même merci mes moi moins mon ne ni non nos "
    "notre nous on ont ou où par parce pas pendant peu peut peux plus pour pourquoi puis quand "
    "que quel quelle quelles quels qui quoi sa sans se sera ses si son sont sous suis sur ta te "
    "tes toi ton toujours tous tout toute toutes très tu un une veux voici voilà vos votre vous "
    # Spanish and Portuguese
    "ahora al algo algún alguna algunos allí ambos antes aquel aquí así aun aún aunque bajo bien "
    "cada casi como cómo con contra cosa cual cuál cuales cualquier cuando cuándo cuánto de debe "
    "debo decir del desde después donde dónde dos durante el él ella ellas ellos en entonces "
    "entre era es esa esas ese eso esos está están estar estas este esto estos estoy fue gracias "
    "ha hace hacer hacia hago han hasta hay he hola la las le les lo los más me mi mis mismo "
    "mucho muy nada ni no nos nosotros nuestra nuestro o os otra otras otro otros para pero poco "
    "por porque puede puedes puedo pues qué que quién quien quiero sea según ser será si sí "
    "siempre sin sino sobre solo sólo son soy su sus también tan tanto te tener tengo tiene "
    "tienen todas todavía todo todos tu tus un una unas uno unos usted va vale vamos vez ya yo "
    "ainda aquela aquele aqui até coisa com da das dá dela dele depois do é ela ele eles em então "
    "essa esse esta estão estou eu faz fazer foi há isso isto já lá lhe mais mas mesmo meu minha "
    "muito na nas não nem nós nossa nosso num numa obrigado onde ontem ou pela pelo pode podes "
    "pois posso quais qual quando quanto quem quero se sem seu só sua também tem temos tenho ter "
    "teu toda tudo um uma vai vou você "
    # Italian and Dutch
    "abbiamo alla alle anche ancora che chi ci ciao come con così cosa da dai dal dalla degli dei "
    "del della delle deve devo di dove e ed era essere fa fare già gli grazie ha hai hanno ho il "
    "io la le lei lo loro ma mi mio molto ne nei nel nella non noi o ogni per perché più poi "
    "possiamo posso può qua quale quando quello questa questo qui se sei senza si sia siamo solo "
    "sono sopra sotto sta su sul sulla suo tra tu tutti tutto un una uno vorrei aan al alleen als "
    "altijd bij dan dat de deze die dit doe doen door dus een en er geen graag had heb hebben "
    "heeft het hier hij hoe hun iets ik in is je jij kan kun kunnen maar maak mag me meer met mij "
    "mijn moet na naar niet nog nu of om omdat onder ons onze ook op over te tot uit van veel "
    "voor waar waarom wanneer wat we weer wel welke werd wie wij wil worden zal ze zich zijn zo "
    "zonder "
    # Polish, Turkish, Swedish
    "albo ale bardzo bez być był była było by co czy dla do gdy gdzie go i ich ile ja jak jaki "
    "jako jego jej jest jestem już kiedy kto która które który ma mam może można my na nad nas "
    "nie niż nic o od oraz po pod przed przez przy proszę są się tak tam te tego ten też to tu ty "
    "tym tylko w we wszystko z za ze że acaba ama bana ben bir biz bu bunu da daha de değil diye "
    "en evet gibi hangi hayır hem her için ise kadar ki lütfen mı mi mu nasıl ne neden nerede "
    "olan olarak olur sen siz şey şu tamam var ve veya ya yok zaten att av den det där efter "
    "eller ett från för ha han har hur här ingen inte jag kan med men mig min mot må när och om "
    "också på ska skulle som så till tack under upp ut varför vi vid vill är "
    # Russian and Ukrainian
    "а без более будет бы был была были было быть в вам вас ведь весь во вот все всё всегда всего "
    "всех вы где да давай даже для до его ее её если есть ещё же за зачем здесь и из или им их к "
    "как какая какие какой когда кто ли либо лишь мне много может можно мой мою моя мы на над "
    "надо нам нас наш наша наши не него нее нет ни них но ну нужно о об он она они оно от очень "
    "перед по под пожалуйста после потом потому почему при про раз с сам себя сейчас со спасибо "
    "так также такой там те тебе теперь то тогда того тоже только том тот ту тут ты у уже хочу "
    "чего чем через что чтобы эта эти это этого этой этом этот эту я або але був були вже від він "
    "вона вони дуже його її із як який коли ми немає ні однак після та також ти тільки тому треба "
    "це цей що щоб "
    # Arabic and Hebrew
    "في من على إلى عن مع هذا هذه ذلك التي الذي ما ماذا هل كيف أين متى لماذا لا لم لن كان كل أو ثم "
    "أن إن של את על אם לא מה איך איפה למה מתי זה זאת עם כל גם או אני אתה הוא היא יש אין "
)

# Bigrams that Chinese, Japanese, Korean and Thai prompts are built with.
_GRAMMAR_BIGRAMS: Final = (
    # Chinese, in the characters of both customs
    "一下 一个 一些 一样 一直 上面 下面 不是 不能 不要 不用 不会 不到 不对 不了 为了 为什 什么 "
    "么办 么样 么回 回事 也是 了吗 了一 了解 些什 今天 昨天 明天 以后 以前 以及 你们 你好 但是 "
    "你帮 先看 先帮 其他 再看 再来 写一 出来 到底 前面 加一 加个 去掉 又是 只是 只有 可以 可不 "
    "不可 以吗 吗我 吧我 呢我 告诉 诉我 咱们 哪个 哪些 哪里 在哪 里的 因为 如果 如何 就是 就行 "
    "就好 还是 还有 已经 帮忙 帮我 我把 我看 我想 想要 我要 我们 我的 们的 你的 的时 时候 怎么 "
    "这么 那么 怎样 所以 把这 把它 改成 改一 换成 是不 是否 是什 是怎 有没 没有 有个 有点 有什 "
    "来的 来做 现在 用的 的是 的话 直接 看一 看下 看看 继续 给我 能不 能否 自己 行吗 行不 要不 "
    "要怎 该怎 应该 谢谢 请问 请帮 请你 请把 谁能 这个 这些 这里 这样 个是 那个 那些 那里 都是 "
    "都要 问题 问一 需要 下吧 一点 一次 一遍 好吗 对吗 多少 几个 里面 起来 之前 之后 "
    # Japanese
    "ある いい いう いて いる うか えて える おく おけ お願 願い かっ かな から がい きた くだ "
    "ください くて けど ここ こと この これ こう させ さい さっ した して しい しな しま じゃ "
    "すか する すぐ せて せん そう その それ たい だけ たち たら たり だっ だと だろ っけ っち "
    "った って っぱ つい てい ていい てお てく ては ても てる です でき でしょ とい とか とき "
    "とこ とり どう どこ どの どれ どん ない なぜ なっ なに なの なら なる なん にし には にな "
    "のか ので のは のに のを はい ばい べき ほう ほし まえ まし ます ませ また まだ まで みた "
    "みて むこ めて もう もの やっ やり よう よね より らし られ りま るか ると るの るよ れて "
    "れば れる わか わけ をし んだ んで 今日 昨日 明日 何で 何か 教え 直し 見て 確か 思う 思っ "
    "使っ "
    # Korean
    "그것 그거 그냥 그래 그리 리고 나는 내가 너무 니다 다시 다음 대해 되나 되는 된다 되어 됩니 "
    "뭐야 무엇 봐줘 부탁 습니 합니 하고 하나 하는 하게 하지 한다 할까 해도 해서 해야 해요 해주 "
    "해줘 했는 했어 세요 어디 어떤 어떻 떻게 언제 에게 에서 으로 이거 이것 있나 있는 있다 있어 "
    "없는 없다 없어 우리 인가 인데 입니 이제 저는 제가 좀더 주세 지금 까지 부터 면서 같은 같이 "
    "것은 것을 것이 "
    # Thai
    "กา าร คว วา าม แล ละ ที่ ท่ ่ี ได ด้ ไม ม่ มา จะ จา าก ให ห้ เป ป็ ็น ขอ อง ใน นี ี้ นั ั้ "
    "มี อย ยู คร รั ับ ค่ ่ะ ทำ ไร อะ ไห หน ว่ ่า กับ ต้ "
)

_EVERYDAY_WORDS: Final = (
    "able actual afternoon ahead allow answer apart appear arrive ask avoid bad begin believe "
    "best better big bit bored bottom break bring bunch busy buy call card care careful carry "
    "case catch cause chance change check choose clean clear close coffee cold come common "
    "complete condition consider contain continue control copy correct count couple course "
    "current cut date day deal decide deep different difference difficult double draft drop early "
    "easy edge empty end entire everywhere exact example except expect explain extra fact fail "
    "fair fall far fast favorite feel few figure fill final find fine finish first five fix "
    "follow forget form forward four free fresh friday friend front full fun funny general get "
    "give glad go good great green group grow guess guy half hand happen happy hard hat hear "
    "heavy help high hold home hope hot hour house huge hundred idea important include inside "
    "interest joke keep kill know large last late later lead learn leave left length letter level "
    "life light limit line list listen little live load local long look lose love low luck main "
    "make manage mark match matter mean meet mention middle mind minute miss moment monday money "
    "month morning move name need new nice night normal note notice number odd offer office old "
    "open option order outside page pair paper part party past pay people perfect person phone "
    "pick picture piece place plain plan play point poem possible post pretty print private "
    "problem produce proper pull purpose push put question quick quiet ready real reason recent "
    "red remain remember remove replace reply report rest result return rewrite right room round "
    "rule run safe saturday save say second see seem sell send sense sentence separate serious "
    "set share shop short show side sign simple single sit situation size sleep slow small song "
    "sound space speak special spend stand start state stay step stop story straight strange "
    "stuff style suggest sum summary summarize sunday support suppose swap switch table take talk "
    "team tell term text think thought three thursday tidy tie tight till time tiny tired title "
    "today tomorrow tonight top topic touch translate trouble true try tuesday turn twice two "
    "type understand use useful usual value version wait walk want warm warn waste watch water "
    "weather wednesday week weekend weird white win wish wonder word work world worry worth write "
    "wrong year yesterday young zero lunch birthday holiday recipe "
    # German
    "arbeit beispiel brauche brauchen datei dauert erklär erkläre fehler fertig finde "
    "funktioniert geben geht gehen gestern gib groß halten heißt heute jahr kaputt kleine kommt "
    "kurz lange langsam lassen leute liste mach mache machen macht minute monat morgen name neu "
    "neue neuen nehmen nutzen problem sagen schau schnell schreib schreibe sehen seite sieht "
    "stelle steht stunde suche tag tage team teil testen text tun uhr verwenden wissen woche wort "
    "zahl zeig zeige zeigen zeile zeit "
    # French
    "ajoute ajouter aide aujourd besoin bon bonjour change chose demain donne dernier écris "
    "erreur exemple explique fichier fois grand hier heure jour liste marche mettre mois montre "
    "nouveau nouvelle petit premier problème question quelque regarde semaine temps texte trouve "
    "utiliser vite "
    # Spanish and Portuguese
    "abrir agrega ahí ayuda ayer añade buen bueno buenos busca cambia cambiar código crea dame "
    "día días ejemplo error escribe explica explícame falta falla fichero funciona grande hora "
    "hoy lista llama mañana mes mira momento muestra necesito nombre nuevo nueva parte paso "
    "pequeño pon poner primero problema prueba pruebas pregunta semana siguiente sirve tarde "
    "texto tiempo trabajo usa usar veces ver acrescenta adiciona ajuda amanhã arquivo bom cria "
    "dia dias erro escreve exemplo falha ficheiro hoje mês mostra muda nome novo nova olá põe "
    "preciso primeiro tempo teste testes vezes "
    # Russian
    "быстро вопрос время вчера выводит год день добавь другой завтра значит имя использовать "
    "исправь код команда конец который место месяц минут напиши начало неделя новый нужен объясни "
    "один ошибка первый перепиши покажи помоги последний посмотри проверь проблема просто "
    "работает работа размер сделай сделать сегодня скажи слово список строка текст тест удали "
    "файл час число "
)

_EVERYDAY_BIGRAMS: Final = (
    "代码 文件 函数 方法 变量 测试 报错 错误 修改 修复 删除 添加 增加 运行 执行 检查 更新 使用 "
    "解释 翻译 优化 实现 生成 结果 数据 时间 名字 名称 列表 字符 符串 类型 参数 返回 注释 格式 "
    "区别 例子 示例 新的 旧的 写个 改名 命令 输出 输入 显示 打开 关闭 开始 结束 第一 第二 最后 "
    "最新 所有 全部 部分 东西 事情 天气 午饭 周末 周一 周五 早上 晚上 上午 下午 一行 两个 三个 "
    "关于 意思 コー ード ファ ァイ イル テス スト 関数 変数 エラ ラー 修正 追加 削除 変更 実行 "
    "説明 翻訳 結果 データ 時間 名前 一覧 文字 引数 表示 最後 書い 作っ 作成 違い 意味 天気 週末 "
    "코드 파일 함수 변수 테스 스트 에러 오류 수정 추가 삭제 변경 실행 설명 번역 결과 시간 이름 "
    "목록 방법 "
)

_TRADE_WORDS: Final = (
    "architecture developer endpoint extension feature framework infrastructure integration "
    "manager provider structure workflow "
    "abstract access add agent api app application argument array assert assign async attribute "
    "await backend bash benchmark binary block bool boolean branch browser bug build button bytes "
    "cache callback char cli click client clone code column command comment commit compare "
    "compile component computer config configuration configure connect connection console const "
    "constant constructor content convert core crash create css csv data database debug declare "
    "default define delete dependency deploy design dev develop developer dict diff directory "
    "disable disk docker docs document documentation download edit editor element enable encode "
    "enum env environment error event exception execute exit export expression fetch field file "
    "filter fixture flag float folder footer format formatter frontend function generate git "
    "github global grep handle handler header helper hook html http image implement import index "
    "info init input insert install instance int integer interface issue item iterate java "
    "javascript job join json key language layout lib library lint linter linux list listener log "
    "logger logging loop mac macro map markdown memory menu merge message method migration mock "
    "mode model module mount network node null object operator optimize output override package "
    "param parameter parse parser password patch path pattern performance permission pipeline "
    "plugin pointer port pr process program project prompt property python query random read "
    "readme rebase refactor reference regex register release reload rename render repo repository "
    "request require reset response restart review revert rollback root route row rust schema "
    "screen script search select serialize server service session setting setup shell snippet "
    "sort source spec split sql src stack static status stdout store stream string struct stub "
    "syntax system tab tag task template terminal test thread timeout token tool trace track "
    "trigger tuple typescript typo ui undefined unit unused update upgrade upload url user "
    "username util validate variable vector verify view wrap wrapper xml yaml klasse methode "
    "funktion feld schlüssel zeichenkette fonction méthode classe función método clase servidor "
    "função функция метод класс переменная сервер сборка "
)


@lru_cache(maxsize=1)
def _listed() -> dict[str, float]:
    listed: dict[str, float] = {}
    for words, share in (
        (_TRADE_WORDS, _TRADE),
        (_EVERYDAY_WORDS, _EVERYDAY),
        (_EVERYDAY_BIGRAMS, _TRADE),
        (_GRAMMAR_BIGRAMS, _GRAMMAR),
        (_GRAMMAR_WORDS, _GRAMMAR),
    ):
        listed.update(dict.fromkeys(tokens(words), share))
    return listed


@lru_cache(maxsize=1 << 14)
def chance(key: str) -> float:
    """Return the share of texts of a memory's size that hold *key* by chance."""
    return _listed().get(fold_han(key)) or _chance_by_shape(key)


def _chance_by_shape(key: str) -> float:
    if key.isdigit():
        return _YEAR if _is_year(key) else (0.2, 0.06, 0.02, 0.003, 0.001)[min(len(key), 5) - 1]
    if not key.isalpha():
        return _PLAIN / 4  # an identifier: a code, a version, a path
    if key[0] >= "\u0e00":
        return _chance_of_bigram(key)
    return (0.2, 0.1, 0.02, 0.006, 0.004, 0.003)[len(key) - 1] if len(key) < 7 else _PLAIN


def _chance_of_bigram(key: str) -> float:
    kana = sum("\u3041" <= character <= "\u309f" for character in key)
    thai = key[0] < "\u1100"
    return (0.006, 0.03, 0.1)[kana] if not thai else 0.05


def _is_year(digits: str) -> bool:
    return len(digits) == 4 and digits.startswith(("19", "20"))
