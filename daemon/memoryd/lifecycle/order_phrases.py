"""How languages word two orders to a memory: that nothing said so far counts, and to forget all.

Each row is a pattern over folded letters: lower case, no accents; a blank is any white space.
"""

from typing import Final

_ALL = "all|any|every|previous|prior|earlier|above|preceding|your|system|safety|initial|original"
_OTHERS = "of|the|these|those|other|existing|given|former|past"
_IGNORE = (
    rf"(?:ignore|disregard|forget|override|bypass|discard) (?:(?:{_OTHERS}) ){{0,3}}"
    rf"(?:{_ALL}) (?:(?:{_ALL}|{_OTHERS}) ){{0,4}}"
    r"(?:instructions?|prompts?|directives?|orders|commands|guidelines|guardrails|memories)"
)
_KEEP = r"(?:remember|memori[sz]e|save|store|note|learn|keep in mind)"

# Each text that any row of OVERRIDE finds holds one of these: they rule out nearly all texts.
VERBS: Final = """
    ignor disregard forget overrid bypass discard vergiss vergess missacht verwirf oubli olvid
    descart esquec desconsider dimentic negeer vergeet zapomnij игнорируй забудь
    忽略 无视 無視 忘 理会 破棄 무시 잊
"""

# "Ignore all previous instructions." A person who takes back their own words says so otherwise:
# "my", or what about; asked to remember something in the same breath, that is no excuse.
OVERRIDE: Final = {
    "en": (
        rf"{_IGNORE}(?!\x20(?:about|on|regarding|concerning)\b)",
        rf"{_IGNORE} .{{0,80}}?\b{_KEEP}",
        (
            r"(?:ignore|disregard|forget) (?:all|any|the)(?: of)?(?: the| your)?"
            r" (?:previous|prior|earlier|preceding|system|safety) rules"
        ),
        (
            r"(?:ignore|disregard|forget) (?:everything|anything|all|what) (?:that )?"
            r"(?:(?:is|was|came|comes) )?(?:above|you (?:were|are|have been|had been) told)"
        ),
        (
            r"(?:ignore|disregard) (?:all )?(?:of )?(?:the )?(?:above|foregoing)"
            rf"\b.{{0,40}}?\b{_KEEP}"
        ),
    ),
    "de": (
        (
            r"(?:ignorier\w*|vergiss|vergesst|vergessen sie|missachte\w*|verwirf) (?:\w+ ){0,2}"
            r"(?:alle\w*|samtliche\w*|vorherig\w*|vorig\w*|bisherig\w*|fruher\w*|obig\w*"
            r"|vorangegangen\w*) (?:\w+ ){0,3}?(?:anweisung|instruktion|vorgabe|befehl|prompt)\w*"
        ),
    ),
    "fr": (
        (
            r"(?:ignore[zr]?|oublie[zr]?) (?:toutes |tous )?(?:les|tes|vos|ces) (?:\w+ )?"
            r"(?:instructions|consignes|directives|ordres) (?:precedent|anterieur|ci-dessus)\w*"
        ),
        (
            r"(?:ignore[zr]?|oublie[zr]?) (?:toutes|tous) (?:les|tes|vos|ces) (?:\w+ )?"
            r"(?:instructions|consignes|directives|ordres)"
        ),
    ),
    "es": (
        (
            r"(?:ignor|olvid|descart)(?:a|e|ad|en) (?:todas )?(?:las|tus|sus|estas) (?:\w+ )?"
            r"(?:instrucciones|indicaciones|ordenes) (?:anterior|previa|precedent|de arriba)\w*"
        ),
        (
            r"(?:ignor|olvid|descart)(?:a|e|ad|en) todas (?:las|tus|sus|estas) (?:\w+ )?"
            r"(?:instrucciones|indicaciones|ordenes)"
        ),
    ),
    "pt": (
        (
            r"(?:ignor|esquec|desconsider)(?:a|e|am|em) (?:todas )?(?:as|suas|tuas|essas) (?:\w+ )?"
            r"(?:instrucoes|orientacoes|ordens) (?:anterior|previa|precedent|acima)\w*"
        ),
        (
            r"(?:ignor|esquec|desconsider)(?:a|e|am|em) todas (?:as |suas |tuas |essas )+"
            r"(?:\w+ )?(?:instrucoes|orientacoes|ordens)"
        ),
    ),
    "it": (
        (
            r"(?:ignora|dimentica)(?:te)? (?:tutte )?(?:le )?(?:tue )?(?:\w+ )?"
            r"(?:istruzioni|indicazioni|direttive) (?:precedent|anterior|di cui sopra)\w*"
        ),
    ),
    "nl": (
        (
            r"(?:negeer|vergeet) (?:alle )?(?:de )?(?:vorige|eerdere|voorgaande|bovenstaande) "
            r"(?:instructies|opdrachten|aanwijzingen)"
        ),
    ),
    "pl": (
        (
            r"(?:z?ignoruj|zapomnij o) (?:wszystki\w+ )?(?:poprzedni\w+|wczesniejsz\w+) "
            r"(?:instrukcj|polece)\w*"
        ),
    ),
    "ru": (
        (
            r"(?:про)?(?:игнорируй|забудь)(?:те)?(?: про| обо?)? (?:все\w? )?(?:эти )?"
            r"(?:предыдущ|прежн|прошл|вышеуказанн)\w* (?:\w+ )?"
            r"(?:инструкци|указани|распоряжени|команд|правил)\w*"
        ),
        r"(?:про)?(?:игнорируй|забудь)(?:те)? все (?:свои |твои |ваши )?(?:инструкци|указани)\w*",
    ),
}

OVERRIDE_UNSPACED: Final = {
    "zh": (
        (
            r"(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会)(?:掉|你|的|任何)*"
            r"(?:所有|之前|以前|以上|先前|前面|上述|上面|此前|一切|全部)"
            r"(?:所有|之前|以前|以上|先前|前面|上述|上面|此前|一切|全部|任何|的)*"
            r"(?:指令|指示|说明|說明|提示|命令)"
        ),
    ),
    "ja": (
        (
            r"(?:以前|これまで|今まで|上記|前|先|すべて|全て|全部)の(?:すべての|全ての)?"
            r"(?:指示|命令|指令|ルール|プロンプト)[をは]?(?:すべて|全て|全部)?(?:無視|忘れ|破棄)"
        ),
    ),
    "ko": (
        (
            r"(?:이전|위|앞|기존|모든|지금까지)의?\s?(?:모든\s)?(?:지시|명령|프롬프트|지침)\S{0,4}\s?"
            r"(?:모두\s|전부\s|다\s)?(?:무시|잊)"
        ),
    ),
}

_MEMORIES = (
    r"(?:(?:all|every|each|of|the|your|my|our|these|those|stored|saved|existing|other|previous"
    r"|project|user) ){1,5}(?:memories|memory files)"
)

# "Forget everything you know." Told of a program, "it deletes everything in /tmp" is a fact.
WIPE: Final = {
    "en": (
        rf"(?:delete|erase|wipe|clear|drop|purge|remove|destroy|forget|reset) {_MEMORIES}",
        r"(?:delete|erase|wipe|clear|purge|reset) (?:out )?(?:all (?:of )?)?your (?:\w+ )?memory",
        (
            r"(?:forget|delete|erase|wipe|remove|purge) (?:about )?(?:everything|all)"
            r" (?:that )?(?:you|(?:from|in) (?:your )?memory|about (?:me|us|this)|was remembered)"
        ),
        r"\A(?:please |now )?(?:forget|delete|erase|wipe) (?:about )?everything\W*\Z",
    ),
    "de": (
        r"vergiss (?:jetzt |bitte |einfach )?alles|vergessen sie (?:bitte )?alles",
        r"(?:losche?|entferne|verwirf) (?:\w+ ){0,3}(?:erinnerung|gedachtnis)\w*",
    ),
    "fr": (
        r"oublie[zr]? tout(?: ce que|\W*\Z)",
        (
            r"(?:supprime|efface)[zr]? (?:toutes? |tous )?(?:les|tes|vos|la|ta|votre) "
            r"(?:souvenir|memoire)s?"
        ),
    ),
    "es": (
        r"olvid[ae] todo(?: lo que|\W*\Z)",
        r"(?:borr|elimin)[ae] (?:tod[ao]s? )?(?:tus?|l[ao]s?) (?:recuerdo|memoria)s?",
    ),
    "pt": (
        r"esquec[ae] tudo(?: o que|\W*\Z)",
        r"(?:apag|elimin|delet|exclu)[aei] (?:tod[ao]s? )?(?:[ao]s? )?(?:[st]uas? )?memorias?",
    ),
    "it": (r"dimentica(?:te)? tutto(?: quello| cio|\W*\Z)",),
    "ru": (
        r"забудь(?:те)? (?:обо? )?все(?:,? что|\W*\Z)",
        r"(?:удали|сотри|очисти)(?:те)? (?:всю |все |сво[юи] )+(?:память|воспоминания)",
    ),
}

WIPE_UNSPACED: Final = {
    "zh": (
        r"(?:忘记|忘掉|忘記|删除|刪除|清空|清除)(?:你|所有|一切|全部|的){1,5}(?:记忆|記憶)",
        r"忘(?:记|掉|記)(?:你知道的)?(?:一切|所有(?:事情|内容))",
    ),
    "ja": (
        r"(?:すべて|全て|全部)(?:を)?忘れ(?:て|ろ)",
        r"(?:すべて|全て|全部)の(?:記憶|メモリ)を(?:削除|消去|忘れ)",
    ),
    "ko": (
        r"(?:모든|전체)\s?(?:기억|메모리)\S{0,2}\s?(?:삭제|지워|잊)",
        r"(?:모두|전부|다)\s잊어(?:버려|라)",
    ),
}
