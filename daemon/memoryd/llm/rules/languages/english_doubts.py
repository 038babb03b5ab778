"""What keeps an English sentence out."""

from .english_words import PART

UNSURE = """
    ^ the|my|your|this|that pr|pull_request|issue|ticket|screenshot|diff|patch|branch|bug|gist is|\
was|has *
    for now|the_moment|the_time_being
    wonder|wondering|discuss|depends|decide|check|know|question|unclear whether|if|on_whether
    almost|nearly|had_been|were_about|were_planning *
    had been planning|thinking|meaning|going
    of course it|nobody|everyone|everybody
    ^ oh|yeah sure|right|great|wonderful|lovely|brilliant
    what|just_what we needed
    just|simply love|adore|enjoy *ing|when|a|how
    ^ because everyone|everybody|nobody
    ^ wow|yay|hooray
    some people|folks|say
    suppose|supposing|imagine|assuming|hypothetically|hypothetical
    what if
    let's|lets|let_us say|pretend|assume|imagine|always !no|what_you
    say we
    if we|i|it|they ever
    if we|i|you|it|they were|had|moved|switched|used|went|did|could|would|dropped|changed
    would be|have|it|that|we|i|you !like|prefer|rather
    we|i|it|that|they|this would !like|prefer|rather
    maybe|perhaps|probably|possibly|presumably|apparently|might|may_be|someday|one_day|somehow
    could be|have|also|we|maybe|still
    we|i could
    i|we think !better|best|in
    i|we guess|suppose|wonder|believe|assume|doubt|wish|hope|bet
    > i|you don't|do_not|didn't think|recall|remember|believe
    > i|you don't|do_not|didn't know !a_lot|much|anything|enough|nothing
    i'm|i_am|we're|we_are not_sure|unsure|wondering|considering|thinking|tempted|leaning|undecided|\
torn|kidding|joking
    not sure|certain|decided|yet_decided
    nothing yet
    thinking about|of
    considering
    haven't|have_not|hasn't yet? decided|settled|agreed
    what|whatever|as|like we|i|they|you decided|agreed|discussed|said|settled|planned|chose
    in theory
    yeah|yes|sure|oh|ah|great|wonderful|brilliant|fantastic|lovely|awesome|nice because|another|\
right|one_more|yet_another
    what a|an * idea
    brilliant|genius|great|wonderful|fantastic idea|plan|move
    love how
    as if
    just kidding
    what could .. go wrong
    thanks for nothing
    lol|haha|lmao|rofl
    would have
    for example
"""

ONCE = """
    for|in|with|about|like this|that|it|these|those $
    in this case
    in|for|on|by ten|five|a minutes|hours|minute|hour|sec
    this|that|the_current time|change|task|pr|pull_request|branch|commit|ticket|session|one|bug|\
thread|question|button|line|file|function|class|method|test|step|patch|run|round|page|diff|issue
    for once|today|tonight|this_one|this_time|a_moment|a_second|the_next
    just|only this|today|once|now|here
    right now
    at the moment
    until|till i|i'm|we|tomorrow|tonight|lunch|then|later|further_notice|it|he|she|they|the_fix
    today only
    today|tonight|now $
    temporarily|temporary|meanwhile
    yet $
    in the meantime
    this morning|afternoon|evening|week|sprint
"""

TASKS = """
    ^ review|fix|add|update|remove|create|write|make|implement|merge|look_at|look_into|open|fetch
    ^ clone|download|read|summarise|summarize|try|run|go|help|show|tell|explain|refactor
    ^ rename|move|change|delete|install|push|pull|find|search
    ^ let_me|give|generate|convert|investigate|debug|inspect|compare|set|setup|set_up|replace
    ^ continue|start|finish|do|draft|port|translate|revert|rebase|format|clean|figure|list|take
    ^ bump|upgrade|print|extract|apply|wire|hook|document|spawn|check_out|checkout|plan|think
    ^ analyse|analyze|post|send|share|upload|publish|run_through|schedule|switch|drop
    ^ i|we want|would_like|should|will|can|am_going|are_going !you|to_support|stay|stick|remain|\
keep|not|no_longer|never|only|always|all|every
    ^ i'll|we'll|i'd_like !stay|stick|keep|never|always|only|not
    ^ i|we need !you|to|all|every
    ^ i have|had|need to *
    ^ you can|must|need_to|have_to|should|could !always|never|only|not|find|call
    ^ i|i've|i_have posted|put|sent|asked|uploaded|dropped|left|pasted|shared *
    > help|show|give|remind me
    > can|could|would|will you !always|never|stop|find
    > add|implement|fix|optimise|optimize a|the|an|that|this|it
    ^ let's|lets|let_us !not|never|stick|keep|make_it|agree|always
    ^ keep going|it|this|that|the
    ^ reply|respond|answer to|this|the
    ^ confirm|verify|sketch|describe|outline|ensure
    ^ commit|build|test|release|deploy !is|are|was|date|message|messages|log|logs|notifications|\
name|names|data|artifacts|server|machine|machines|time|times|notes|should|must
"""

CONDITION = """
    when|whenever|if|in_case|once|unless|while
"""

TROUBLE = """
    takes forever|ages
    have|has|got|get|getting|see|seeing|is|are|throws|returning|by *? *? *? bug|bugs|error|errors|\
failure|failures|outage|timeout|500s|404s
    never ends|finishes|returns|works|stops
    failing|failed !test|tests|build|builds
    it|this|that|build|ci|tests breaks|break
    fails|fail|crashes|crashed|crashing|hangs|hanging|messed
    is|are|was|still|so|too|very|really|looks|gets|got|how broken|stuck|slow|weird|wrong|flaky
    is|are|was|still|so|too|very|really|looks|gets|got missing|outdated|odd|buggy
    ^ * *? down|offline|unreachable|out_of_order $
    is|are|was|went currently|now|again? down|offline|unreachable|red
    doesn't|don't|didn't|isn't|aren't|can't|won't|not work|working|compile|build|start|load|render
    doesn't|don't|didn't|isn't|aren't|can't|won't|not show|open|respond|reachable
    it|they|that|which keep|keeps|started|starts *ing
    keeps *ing
"""

PASSING = """
    ^ line|row|page|number|version *
    ^ i|you|he|she|it|nice|good|great|thanks|can|that|there_are|there's|i'm|i've|you're|we're
    ^ *? *? *? was|were|did|had|went|got|*ed|ran|broke|came
    is|are|it's|we're|looks|look now|all|still|already|again|almost? green|red|ready|done|merged|\
finished|pushed|running|up|back|fixed|fine|good|ok|okay|here|there|gone|*ing
    went|goes well|fine|ok|smoothly|wrong
"""

INNER = f"""
    ^ what we call a|an|the|this|that
    > we * the|a|an|this|that|two|both|each *? {PART}
    ^ *? * does|do the {PART}
    when|if|after|once i|users|a_user|the_user|you click*|hover*|press*|type*|scroll*|select*|\
submit*|drag*|tap*
    ^ a|an * belongs|has|have|consists|contains|can|is *
    ^ the|this|that|each|every|all|a|an|any|my|some|its? {PART} !messages|message|codes|names|\
hints|annotations|definitions *
    ^ the|this|that|each|every|all|a|an|any|my|some|its * {PART} *
"""

POINTING = """
    this|that|that's|these|those|it|here|there|them|yet|him|now
    the first|second|third|last|other|old|new|same one?
"""

VAGUE = """
    ^ it|this|that !was_decided|is_decided|was_agreed|tool|app|product|project|library|service|\
company|package|site|software|team
    ^ if|unless|in_case *
    wants|want|needs|need it|this|that
    went|came !with|for|live|from|back *
    we|they shipped|launched|released *
"""

ASKS = """
    > where|what|how|why|who do|does|did|can|should
    ^ *? why !not|don't *
    ^ do you|we|i|they|the|these|those|any|both|all
    ^ when do|does|did|is|are|was|were|will|should|can|has|have
    ^ what !happened|i|we
    ^ why|how|where|who|which|whose|is|are|does|did|has|have|should|shall|am|was|were
    ^ isn't|aren't|doesn't|any_idea|what's|how's|where's|do_you|did_you|are_you|have_you
    ^ can|could|would|will i|we|you|it|this|that|the|they|there
    right $
    or not $
"""

HANDLES = """
    translate|summarise|summarize|rewrite|rephrase|paraphrase|proofread|spell-check|shorten|reword
    reply|respond|answer to
    draft a|an|the|me
    explain|review|analyse|analyze|parse|fix|debug|check|critique|improve this|the|following|these
    what does .. mean
    here's|here_is|here_are|this_is|below_is|below_are the|my|an|a|some|what .. output|log|logs|\
error|trace|text|message|mail|email|code|diff|config|file|transcript|content*|stacktrace|traceback|\
response
    i|we|it|now|then? get|got|see|saw|getting this|the_following|these|an_error
    wrote|writes|says|said
    the_following|as_follows
    from a|an|the|our|their|his|her .. post|blog|article|mail|email|book|readme|thread|chat|page|\
tweet|talk|comment
"""

REPORTS = """
    my|our|a|an|his|her|their|some|another * says|said|thinks|thought|claims|claimed|believes
    ^ !i|we|you|they * *? thinks|likes|hates|loves|believes|recommends|suggests|claims|told|wrote
    docs|documentation|doc|readme|blog|article|book|page|tutorial|linter|compiler|error|log|logs|\
warning|message|output|comment|comments|commit|ticket|post|tweet|guide say*|said|claim*|recommend*|\
suggest*|read*|state*|tell*|mention*
    according to
    quote*|quoting
    it|he|she|someone|somebody|they|which says|said|wrote|claims
"""

RETRACT = """
    ^ forget|scratch|strike|ignore|disregard|scrap|undo|revert|cancel that|it|this|what_i|the_last|\
my_last|about_that|all_that !*ing
    ^ never mind|nm !if
    ^ nevermind|nvm
    on second thought|thoughts
    i|we take that|it back
    i was wrong
    ^ actually no
    i changed my mind
    that was a joke|wrong|nonsense|a_mistake
    just kidding
"""

DECLINES = """
    don't|do_not|no_need_to|needn't|never|please_don't remember|save|store|note|keep|memorize|\
record|write this|that|it|any|anything|down
    off the record
    don't put|add ... memory
    not for the record
    nothing to remember
    between you and me
"""
