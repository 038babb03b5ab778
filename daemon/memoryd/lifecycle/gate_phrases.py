"""Wordings the gate knows, language by language; more languages are more rows.

Each row is a pattern over folded text: lower case, single blanks, ' for every apostrophe.
"""

from typing import Final

# "For now", "just this once": said of a moment, and over with it. Bare "now", "today" and
# "currently" are not here, for "we now use gRPC" holds; nor are adjectives, for "a temporary
# table" is a table. An adverb counts where it stands with an order or closes a clause.
TEMPORARY: Final = {
    "en": (
        r"for now|for the (?:moment|time being|meantime)|(?:just|only) (?:this )?once",
        r"(?:just|only) (?:for )?(?:today|tonight|this (?:time|task|session|run|commit|branch|pr))",
        r"(?:for|in|during) (?:this|the current) (?:task|session|conversation|chat|run|pr|change)",
        r"this (?:one )?time (?:around|only)|this (?:session|task) only|this once|today only",
        r"for (?:today|tonight)(?!'s)|until (?:tomorrow|tonight|later|further notice)",
        r"(?:until|till) (?:i(?:'m| am| get| come) \w+|(?:we're|it's|this is) (?:back|done|fixed))",
        r"temporarily (?:use|disable|skip|switch|turn|set|keep|allow|ignore|point|revert)",
        r"temporarily(?=[.,;!)]|$)|as a (?:temporary|quick|stopgap) (?:fix|hack|measure|solution)",
        (
            r"(?:is|are|am|i'm|we're|it's) (?:out|away|off|down|offline|broken|red|unavailable) "
            r"(?:today|tonight|right now|at the moment|this (?:morning|afternoon|evening))"
            r"|(?:is|are) (?:currently|temporarily) (?:out|away|off|down|offline|disabled|broken)"
        ),
    ),
    "de": (
        r"vorerst|vorläufig|einstweilen|fürs erste|für's erste|für den moment|erstmal|erst mal",
        r"vorübergehend|temporär|provisorisch|ausnahmsweise|bis morgen|bis auf weiteres|diesmal",
        r"(?:nur|bloss) (?:heute|dieses (?:eine )?mal|jetzt)|heute (?:bitte )?nur",
        r"(?:für|in|bei) (?:diese[nmr]?) (?:aufgabe|sitzung|session|task|lauf|commit)",
    ),
    "fr": (
        r"pour l'instant|pour le moment|en attendant|temporairement|provisoirement|cette fois-ci",
        r"(?:juste|seulement|uniquement) (?:pour )?(?:cette fois|aujourd'hui)|pour cette fois",
        r"(?:pour|dans) cette (?:tâche|session|conversation)|jusqu'à (?:demain|nouvel ordre)",
        r"aujourd'hui (?:seulement|uniquement)|à titre (?:provisoire|temporaire)",
    ),
    "es": (
        r"por ahora|de momento|por el momento|por lo pronto|mientras tanto|temporalmente",
        r"provisionalmente|(?:s[oó]lo|solamente) (?:por )?(?:hoy|esta vez)|por esta vez",
        r"hoy s[oó]lo|(?:para|en) esta (?:tarea|sesi[oó]n|conversaci[oó]n)",
        r"hasta (?:mañana|nuevo aviso)",
    ),
    "pt": (
        r"por enquanto|por agora|por ora|de momento|temporariamente|provisoriamente",
        r"(?:s[oó]|apenas|somente) (?:por )?(?:hoje|desta vez|dessa vez|esta vez)",
        r"hoje (?:s[oó]|apenas)|(?:para esta|nesta) (?:tarefa|sess[aã]o|conversa)",
        r"at[eé] (?:amanhã|segunda ordem|nova ordem)",
    ),
    "it": (
        r"per ora|per adesso|per il momento|temporaneamente|provvisoriamente|fino a domani",
        r"solo (?:per )?(?:oggi|questa volta)|per quest[ao] (?:task|attività|sessione|volta)",
    ),
    "nl": (r"voorlopig|voor nu|tot morgen|alleen (?:vandaag|deze keer)|voor deze (?:taak|sessie)",),
    "pl": (r"na razie|tymczasowo|tylko (?:dzisiaj|dziś|tym razem)|do jutra",),
    "ru": (
        r"пока что|пока (?:так|оставь|оставим|не трогай|пусть)|временно|на время|до завтра",
        r"на этот раз|на первое время|только (?:на )?(?:сегодня|этот раз|сейчас)|сегодня только",
        r"(?:для|в) этой (?:задачи|задаче|сессии|беседе|беседы)|только в этот раз",
    ),
    "uk": (r"поки що|тимчасово|лише (?:сьогодні|цього разу)|до завтра",),
    "sv": (r"tills vidare|för tillfället|bara (?:idag|den här gången)",),
    "tr": (r"şimdilik|geçici olarak|bu seferlik|sadece (?:bugün|bu sefer)",),
    "vi": (r"tạm thời|chỉ lần này|chỉ hôm nay",),
    "id": (r"untuk sementara|sementara ini|hanya kali ini|khusus hari ini",),
}

# The same in scripts that put no blanks between words: found anywhere in the text.
TEMPORARY_UNSPACED: Final = {
    "zh": (
        r"暂时|暫時|[临臨][时時](?:先|用|改|关|關|禁|停|把|这样|換|换|跳过)|先这样|先這樣|先凑合",
        r"(?:仅|只|就)(?:此|这|這)一?(?:次|回)|[这這]一?次(?:先|就|只|任务|任務|会话|對話|对话)",
        r"[这這][个個](?:任务|任務|会话|會話)[里中内]|本次(?:任务|任務|会话|會話|对话|對話)",
        r"今天(?:先|就|只)|只[在限]?今天|仅限今天|回头再[改说弄]|等(?:会|一下)儿?再",
    ),
    "ja": (
        r"とりあえず|取り敢えず|ひとまず|一旦|いったん|当面|暫定(?:的に|で)|さしあたり|仮で",
        r"今(?:だけ|回だけ|回は|回のみ|回に限り|日だけ|日のみ)|明日(?:\(\S+\))?まで",
        r"一時的に(?!保存|格納|保持|作成|生成)",
        r"この(?:タスク|セッション|作業|会話)(?:では|だけ|の間|のみ|に限り)",
    ),
    "ko": (
        r"일단|당분간|임시로(?! ?저장)|일시적으로|한시적으로|잠시만|잠깐만|오늘만",
        r"내일(?:\(\S+\))?까지",
        r"이번(?:에만|만| 한 ?번만| 작업만| 세션만)|이 (?:작업|세션|대화)(?:에서만|에서는|동안|만)",
    ),
    "th": (r"ชั่วคราว(?:ก่อน|นี้)|แค่ครั้งนี้|เฉพาะวันนี้",),
}

# What tells the memory or the agent what to do. Nobody but a person may.
INSTRUCTION: Final = {
    "en": (
        (
            r"(?:ignore|disregard|forget|override|bypass) "
            r"(?:(?:all|any|of|the|your|my|these|those|previous|prior|earlier|above|preceding|existing"
            r"|other|system|safety) ){1,4}"
            r"(?:instructions?|rules|prompts?|guidelines|guardrails|memories|directives)"
        ),
        r"(?:remember|memori[sz]e) (?:that|this|it|these|the following|permanently|forever|to)",
        r"(?:save|store|record|note|keep) (?:this|that|it) (?:for (?:later|the future)|forever)",
        r"(?:add|save|store|write|commit|put) (?:\S+ ){0,5}(?:in)?to (?:your|the|long-term) memory",
        r"(?:update|change|rewrite|edit) your (?:memory|memories|rules|instructions|system prompt)",
        r"(?:ai|llm|language model|coding) ?-?(?:agents?|assistants?|models?):",
        (
            r"(?:dear|attention|hey|hello|note to|notice to|message to|instructions? for) "
            r"(?:(?:any|all|the) )?(?:ai|llms?|language models?|agents?|assistants?|claude|chatgpt"
            r"|copilot|codex|gemini)"
        ),
        r"(?:for|to) any (?:ai|llm|language model|agent|assistant)s? (?:read|process|us|see)ing",
        (
            r"you (?:must|shall|should|have to|need to|are to|are required to|will) "
            r"(?:always|never|now|only|immediately|ignore|obey|follow|remember|comply)"
        ),
        r"from now on,? you|you are (?:now|no longer) (?:an?|in|the|bound|allowed|restricted)",
        r"(?:do not|don't|never) (?:tell|inform|alert|mention (?:this|it) to) (?:the |your )?user",
        r"(?:new|real|actual|secret|system) instructions?:|(?:reveal|print) your system prompt",
        r"the user (?:has )?(?:already )?(?:agreed|consented|authori[sz]ed|approved|prefers this)",
    ),
    "de": (
        r"(?:ignorier\w*|vergiss|missachte) (?:\w+ ){0,3}(?:anweisung|regel|vorgabe)\w*",
        r"(?:merke?|speichere) dir|merken sie sich|denk daran|vergiss nicht|speichere (?:das|dies)",
        r"du (?:musst|sollst|darfst) (?:ab jetzt|immer|nie|niemals|nur|nicht)",
        r"ki-?(?:agent|assistent)\w*[:,]",
    ),
    "fr": (
        r"(?:ignore[rz]?|oublie[rz]?) (?:\w+ ){0,3}(?:instructions?|consignes?|règles?)",
        r"souviens-toi|souvenez-vous|retiens|retenez|mémorise[rz]?|rappelle-toi|agents? ia ?[:,]",
        r"(?:tu dois|vous devez) (?:toujours|jamais|désormais|uniquement)",
    ),
    "es": (
        r"(?:ignor[ae]|olvid[ae])[dr]? (?:\w+ ){0,3}(?:instrucciones|reglas|indicaciones)",
        r"(?:recuerd[ae]|memori[zc][ae]|guard[ae]) (?:que|esto|siempre|lo siguiente)",
        r"(?:debes|debe usted|tienes que) (?:siempre|nunca|solo|ahora)",
        r"(?:agente|asistente)s? de ia ?[:,]",
    ),
    "pt": (
        r"(?:ignor[ae]|esqueç[ao]|esquece)m? (?:\w+ ){0,3}(?:instruções|regras|orientações)",
        r"lembra-te|lembre-se|(?:lembr[ae]|memoriz[ae]|guard[ae]) (?:de |que|isto|isso|disto)",
        r"(?:deves|você deve|tens de|precisas de) (?:sempre|nunca|só|agora)",
        r"(?:agente|assistente)s? de ia ?[:,]",
    ),
    "ru": (
        r"(?:игнорируй|забудь|проигнорируй)\w* (?:\w+ ){0,3}(?:инструкци|указани|правил)\w*",
        r"запомните|запомни|сохраните? это|помните?, что|ии-?(?:агент|ассистент)\w*[:,]",
        r"(?:ты должен|вы должны|тебе следует) (?:всегда|никогда|только|теперь)",
    ),
}

INSTRUCTION_UNSPACED: Final = {
    "zh": (
        (
            r"(?:忽略|无视|無視|忘记|忘記|忘掉)(?:你|所有|之前|以前|以上|先前|前面|上述|一切|全部|的)*"
            r"(?:指令|指示|说明|說明|提示|规则|規則|要求)"
        ),
        r"请.{0,12}?(?:记住|牢记)|請.{0,12}?記住|^[记記]住|保存到你?的?[记記][忆憶]|写入记忆",
        r"你(?:必须|必須|应该|應該|要|需要)(?:始终|总是|永远|一律|只|立即|现在)",
        r"(?:ai|人工智能|智能) ?(?:助手|助理|代理)[::,,]|从现在[起开]始?,?你",
    ),
    "ja": (
        (
            r"(?:以前|これまで|上記|前|すべて|全て)の(?:指示|命令|ルール|プロンプト)[をは]"
            r"(?:すべて|全て)?(?:無視|忘れ)"
        ),
        r"(?:覚えて|記憶して|記録して|メモリに保存して)(?:おいて|おけ|ください|下さい)",
        r"ai(?:アシスタント|エージェント)[へは:]|あなたは(?:必ず|常に|今後)",
    ),
    "ko": (
        (
            r"(?:이전|위|앞|기존|모든)의? ?(?:모든 )?(?:지시|명령|규칙|프롬프트|지침)\S{0,4} ?"
            r"(?:무시|잊)"
        ),
        r"기억해 ?(?:줘|라|주세요|두|야)|메모리에 (?:저장|추가)",
        r"(?:너는|당신은) (?:반드시|항상|절대|이제)|ai ?(?:에이전트|어시스턴트|비서)[:,는]",
    ),
}
