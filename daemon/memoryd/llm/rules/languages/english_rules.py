"""What English speakers ask to be kept, and the rules they set."""

from .english_words import (
    ARTEFACT,
    DEFINITE,
    FRILLS,
    HOME,
    PLURAL,
    RULE_WORD,
    TEXTS,
    TONGUE,
    UNIT,
)

REMEMBER = """
    ^ remember|remeber|rember :
    ^ remember|remeber|rember !when|how|the_time|to|me|where|why|what|if|from that? !when
    ^ memorize|memorise that|this?
    ^ save|store|record|note|write|log this|that|it? down? :
    ^ save|store|note|record that
    ^ note|memo|noted :
    ^ note|write|jot this|that|it? down that?
    ^ remember this|that for later|next_time|the_future
    ^ one|another|a thing|point|detail to remember|note|keep_in_mind :
    ^ save|store|keep|put|add|commit|write this|that|it? in|to|into|down_in your|the? memory|\
memories|notes :
    ^ save|store|keep|put|add|commit|write this|that|it in|to|into your? memory|memories|notes
    ^ save|keep|note this|that|it? for later|next_time|the_future|future_reference|the_record
    ^ keep|bear in mind that?
    ^ make|take a? note that|of?
    ^ don't|do_not forget that|:
    ^ don't|do_not forget we|we're|our|the * is|are|have|has|only|use|still|can't|must
    ^ never|don't|do_not forget !to|the|about ... is|are|has|have|can|can't|only|must
    ^ for future|your|the reference|record|memory|records|files
    ^ fyi for later|the_future
    ^ i want|need|would_like|'d_like you to remember|note|memorize that?
"""

RECALL_THAT = """
    remember|memorize|memorise this|that|it please? $
    keep this|that|it in mind please? $
    save|store|note this|that|it for_later|in_memory|to_memory|in_your_memory $
    note|write this|that|it down $
    note|save that|this please? $
    save|add|commit|put this|that|it to|in|into your? memory|notes $
    don't|do_not forget this|that|it please? $
"""

STANDING = f"""
    from now|here|today|then|tomorrow|monday|this_point|that_point on|onward|onwards|forward|out
    from next * on|onward|onwards
    from this|that|here point|day|week on|onward|onwards|forward
    going|moving forward
    henceforth
    in future
    in the future please|always|never|don't|do_not|use|make
    > always .. when|whenever|before|after you
    when|whenever|before|after|if you .. , always|never
    next time please|don't|do_not|use|always|never|you|just|ask|run|check
    every|each|any|the_next time you !run|click|open
    whenever you
    if you ever
    anything|everything|whatever you
    every|each time $
    > always|everywhere|without_exception|no_exceptions $
    ^ all|every|each new|public {ARTEFACT} .. gets|get|needs|need|must|has_to|have_to|goes|go
    make|get it|into|in a|the|your|it? habit|rule|point|policy|practice of|to|that
    as a general? rule|matter please|always|never|don't|do_not|we|you|use|keep|avoid|of
    don't|do_not|never ... again|anymore|any_more|ever|directly
    let's|lets|let_us not|stop ... anymore|again
    don't|do_not * ... unless|without !the|it
    at all costs|times
    if|when something|anything is ... ask|tell|stop
    everything|anything that|which .. needs|need|must|has_to|goes|gets|should
    before you touch|change|write|edit|push|commit|add the_code|code|anything|any
    ^ stop !working|running|being|the *ing
    you|please|and|to|can|could|also|just|would stop !working|running|being *ing
    refrain from *ing
    you keep on? *ing
    i|i've|i've_already|i_already|i_have keep|kept|told|asked|said|mentioned telling|saying|asking|\
you|this|it|repeating ..
    third|second|fourth|hundredth|umpteenth|last time i|i'm say|tell|ask|asking|telling|saying|\
repeating
    i don't|do_not|never|never_ever want you|any|to_see|us to?
    i want|need|expect|would_like|'d_like you to? always|never|stop
    i|we expect|insist|require|ask|want|demand on|that|for? every|all|each|any
    you to always|never
    in|for|on this|our|the {HOME} we|you|always|never|use|please|everything|all|every|no|nobody
    is|are never|only|always to
    no * .. in|for this|our|the {HOME}
    we don't|do_not|never .. without|unless|outside *
    in general $
    is|are strictly? forbidden|off_limits|off-limits|not_allowed|banned|prohibited|taboo|mandatory|\
a_no-go|a_no_go|verboten
    hands off !of|it|this|that *
    ^ new|golden|ground|house|general|hard|another|simple|team|one? {RULE_WORD} :
    rule of thumb
    our|the|my one|general|house|team|golden|strict? {RULE_WORD} is|says|for|here|in
    the|a one|general|house|team|golden|strict? {RULE_WORD} is that|to|:|no|never|always
    we have|follow a|the strict|hard|general? {RULE_WORD}
    ^ * !it|this|that|which ... before|after every|each|any !time {UNIT}
    ^ before|after every|each|any {UNIT}
    you always|never have_to|need_to|must|should
    you shouldn't|mustn't|must_not|should_not|aren't_allowed|aren't_supposed|may_not !need|have|\
see|get|be|worry
    you're|you_are not allowed|supposed|permitted|meant
    ask me? first? before you? *ing
    ^ ask|check me|with_me first|before
    without asking me|first|us
    like|as everywhere else
    it's|that's|is fine|enough|good|preferred for me|us always|every_time|in_general
    answer|reply|respond|talk|write_to_me|talk_to_me|speak_to_me|speak in {TONGUE}
    ^ keep|make|format|phrase your|the|all? {TEXTS}|replies *
    ^ write|give your|all {TEXTS} *
    ^ write|keep *? *s in {TONGUE}
    ^ no|zero|skip|drop|omit|spare|cut the|any|your|all|me|me_the|with_the? {FRILLS}
    you don't|do_not need|have to explain|repeat|apologise|apologize|summarise|summarize|justify
    no need|reason|point to|in explain*|repeat*|apologi*|summari*|justify*
    shorter|briefer|terser|longer|fewer|less {TEXTS}|comments|prose
    when|whenever|before|after you explain|answer|reply|respond|write|name|add|touch|change|edit|\
refactor|report|commit|review|test|finish|move|rename|fix|choose|claim|say !this|that|it|the|my
    when|whenever explaining|answering|replying|responding|writing|naming|reporting|reviewing|\
committing *
    ^ when|if in doubt
    ^ when|whenever a|an ... tell|ask|warn|notify me
    > always|never !the|a|an|been|had|was|thought|heard|seen|saw|did|got|again|happened|knew|mind|\
in|on|worked|worked_for|*ed * !{DEFINITE} *
    always|me ... > never|not *
    if|when|whenever you change|touch|add|edit|rename|remove|write|create a|an|any|something|*s *
    ^ mark|flag|tell|ask|check|explain|avoid|cite anything|whatever *
    when|if you're|you_are unsure|not_sure|uncertain|in_doubt|stuck
    one *? * at a time
    ^ max|at_most|only|just one|two|three *? * per *
    in {TONGUE} only|please|always $
    you don't|do_not have|need to be *
    > never in|on|with|by|from|to|as|directly|via|through *
    by|per convention|policy|our
    i want|need|like to approve|see|review|check|sign|confirm every|all|each|any
    without|for|before|until|needs|need my go|ok|okay|approval|permission|consent|sign-off|blessing
    ^ give|tell|ask|show me .. instead_of *ing
    > no|skip|drop|without the|any|your|all? {FRILLS}
    i|i've said|told|say no|never|don't|always|not
    under any|no circumstances|circumstance
    ^ *? *? ... ever|period|full_stop|no_matter_what $
    ^ *? rule number|no *
    ^ less|more|fewer * less|more|fewer *
    ^ answer|reply|respond|explain briefly|shortly|concisely|plainly|directly|bluntly|honestly
    ^ no *? *? without *
    ^ no *? *s that|which|unless|please
    ^ one *? * per *
    ^ *? *s first ...
    ^ small|short|simple|tiny|atomic *? *s please|only|always
    ^ when|for|whenever *ing ... use|keep|prefer|avoid|stick|always|never|don't|put|lead|name
    ^ by default use|write|keep|put|make|prefer|create|we|all|everything|no
    so every|all {ARTEFACT} ..
"""

GENERAL = f"""
    ^ keep|put|write|name|store|place|format|start|end|treat|leave|prefix !{DEFINITE} *? *s in|\
under|with|as|below|to|into|by|next_to|out_of|above|out *
    ^ stick to|with !{DEFINITE} *
    ^ use ... not|never !the|this|that|it|yet *s
    ^ !{DEFINITE} *? *? {PLURAL} always|never|only|should|must|have_to|go|start|end|belong|live|\
get|begin !pass|work|be_fixed|be_able|log|see|green|red *
    ^ * .. is|are .. in|for|across this|our {HOME} $
    nobody|no_one|nothing * .. except|without|but|unless
    > always !the|a|an|been|had|was|thought|wondered|*ed|get|gets|have *
    > never !mind|the|a|an|been|had|was|thought|heard|seen|saw|did|got|again|happened|knew|*ed *
    ^ avoid !this|that|the|it *
    ^ no more !questions|errors|changes|time|issues|problems|warnings|failures|bugs|need|of|than *
    ^ only ever *
    ^ prefer|favor|favour !{DEFINITE} *
    ^ prefer|favor|favour the .. over|to *
    ^ for|in !{DEFINITE} *? *s use|write|keep|avoid|skip|put|prefer|set|make|start|list|leave|name
    ^ use !{DEFINITE}|two|three *? *? * for|in|as|with {PLURAL} $
    ^ name|call|prefix|sort|group|order {PLURAL} after|by|with *
    ^ * instead_of|rather_than *ing $
    ^ *? {PLURAL} everywhere
    ^ *? {PLURAL} in * style
    is|are|go|goes|get .. everywhere
    we don't|do_not do !it|this|that|anything|the *
    our guidelines|rules|standards|conventions|policies forbid|require|say|demand|allow|ask
    the way we do|handle|name|write|organise|organize|structure !it|this|that *
    ^ enough with|of *
    ^ !it|this|that|there|which * .. should|must|shall|may never|not !have|happen|be_able *
    > don't|do_not * my|our *? *s
    > don't|do_not !worry|forget|bother|know|think|mind|panic|care|see|get|remember|understand|\
have|do|be|need|want|work|let|think|go|hurry|stop * !{DEFINITE} *
    whenever_possible|wherever_possible|whenever_you_can|wherever_you_can|whenever_we_can|\
wherever_we_can $
    ^ no *s|*ing in|for|inside|outside|on|from *
    ^ use|prefer|take|choose|write|pick|say|stick|only|keep !{DEFINITE}|both * .. instead_of|\
rather_than|not|over !{DEFINITE} *
    ^ only use|write|commit|touch|run|call|add !{DEFINITE} *
    ^ all|every|each new|public|single|our? {ARTEFACT} .. needs|need|must|has_to|have_to|gets|get|\
goes|go|should|return|starts|start|uses|use|carries|comes|come
    ^ {ARTEFACT} .. needs|need|must|has_to|have_to|should|go|start|end|follow|carry|are_always|\
are_never|are_only|never|always|don't|aren't|belong|get !be_fixed|pass|work|now|to_be *
    ^ your|our|all *? *s .. should|must|need|have_to
    ^ *s|*ed|public|private|new *s .. must|should|may|are|is|can not|never|always|only|in|be !able *
    ^ before|after|when|whenever you !start|begin|do|go|continue|answer|reply|'re|are|have|get|see|\
need|want|find ...
    we|you|one|people|everyone|nobody|agents should|must|shall|may|need_to|have_to always|never|only
    we always|never|only !*ed|had|got|get|knew|thought|said|see|saw|did|ran|wrote|made|found *
    every|all|any .. must|has_to|have_to|needs_to|need_to be|have|go|use|start|end|carry|pass|follow
    ^ be more? brief|concise|terse|direct|blunt|honest|specific|succinct|less_verbose|polite
    it's|it_is important|crucial|vital|essential|critical that|to
"""
