"""English."""

from memoryd.llm.rules.wording import Wording

from .dates import ENGLISH_DATES
from .english_words import (
    ADVERB,
    ARTEFACT,
    FRILLS,
    HOME,
    LIKING,
    OCCUPATION,
    OURS,
    OVER,
    SETTLED,
    TEXTS,
    TONGUE,
    UNIT,
    WE,
)
from .services import SERVICES

ENGLISH = Wording(
    dates=ENGLISH_DATES,
    common=(
        "the is are was a an and or of to in on for with that this it we you i my our your they "
        "not "
        "be have has do does can will would should from at by as but so if when what how please "
        "don't never always"
    ),
    joins="and|but|so|then|just|please|instead|also|because|since|that's_why|although|though",
    remember="""
        ^ remember :
        ^ remember !when|how|the_time|to|me|where|why|what|if|from that? !when
        ^ memorize|memorise that|this?
        ^ save|store|record|note|write|log this|that|it? down? :
        ^ save|store|note|record that
        ^ note :
        ^ note|write|jot this|that|it? down that?
        ^ remember this|that for later|next_time|the_future
        ^ one|another|a thing|point|detail to remember|note|keep_in_mind :
        ^ save|store|keep|put|add|commit|write this|that|it? in|to|into your? memory|memories
        ^ save|keep|note this|that|it? for later|next_time|the_future|future_reference|the_record
        ^ keep|bear in mind that?
        ^ make|take a? note that|of?
        ^ don't|do_not forget that|:
        ^ for future|your|the reference|record|memory|records|files
        ^ fyi for later|the_future
        ^ i want|need|would_like|'d_like you to remember|note|memorize that?
    """,
    recall_that="""
        remember|memorize|memorise this|that|it please? $
        keep this|that|it in mind please? $
        save|store|note this|that|it for_later|in_memory|to_memory|in_your_memory $
        note|write this|that|it down $
        note|save that|this please? $
        save|add|commit|put this|that|it to|in|into your? memory $
        don't|do_not forget this|that|it please? $
    """,
    standing=f"""
        from now|here|today on|onwards|onward
        from this_point|that_point|here on|onwards|onward|forward?
        from this|that point|day on|onwards|forward
        going|moving forward
        henceforth
        ^ in future
        > always .. when|whenever|before|after you
        when|whenever|before|after|if you .. , always|never
        in the? future please|always|never|don't|do_not|use|make
        next time please|don't|do_not|use|always|never|you|just|ask|run|check
        every|each|any time you
        whenever you
        as a general? rule please|always|never|don't|do_not|we|you|use|keep|avoid
        don't|do_not|never ... again|anymore|any_more|ever
        don't|do_not|never ever
        ^ stop !working|running|being|the *ing
        you|please|and|to|can|could|also|just|would stop !working|running|being *ing
        you keep *ing
        you keep on *ing
        i 've|have? already? told you ..
        i don't|do_not|never|never_ever want you|any|to_see|us to?
        i want|need|expect|would_like|'d_like you to? always|never|stop
        you to always|never
        in|for|on this|our|the {HOME} we|you|always|never|use|please|everything|all|every|no|nobody
        is|are never|only|always to
        no * .. in|for this|our|the {HOME}
        we don't|do_not|never .. without|unless|outside *
        in general $
        is|are strictly? forbidden|off_limits|off-limits|not_allowed|banned|prohibited|taboo|\
mandatory
        our one|general|house|team|golden|strict? convention|policy|rule|practice|style is|says|for
        the|a one|general|house|team|golden|strict? convention|policy|rule is that|to|:|no|never|\
always
        we have|follow a|the strict|hard|general? rule|policy|convention
        ^ *  !it|this|that|which ... before|after every|each|any !time {UNIT}
        ^ before|after every|each|any {UNIT}
        ^ no *s|*ing without my|our|a|an
        you always|never have_to|need_to|must|should
        ask me? first? before you? *ing
        ^ ask|check me|with_me first|before
        without asking me|first|us
        like everywhere else
        it's|that's|is fine|enough|good|preferred for me|us always|every_time|in_general
        answer|reply|respond|talk|write_to_me in {TONGUE}
        ^ keep|make|format|phrase your|the|all? {TEXTS}|replies *
        ^ write|give your|all {TEXTS} *
        ^ no|zero|skip|drop|omit|spare|cut the|any|your|all|me_the? {FRILLS}
        shorter|briefer|terser|longer|fewer|less {TEXTS}|comments|prose
        our * must|has_to|have_to|need_to|needs_to be|use|have|follow|stay|remain|keep|go|run|end
    """,
    general=f"""
        nobody|no_one * .. except|without|but
        we don't|do_not do *
        > always $
        > always !the|a|an|been|had|was|thought|wondered|*ed|get|gets|have *
        > never !mind|the|a|an|been|had|was|thought|heard|seen|saw|did|got|again|happened|knew|*ed *
        ^ avoid !this|that|the|it *
        ^ no more *
        ^ only ever *
        ^ !it|this|that|there|which * .. should|must|shall|may never !have|happen *
        > don't|do_not * my|our *s
        > don't|do_not * my|our * *s
        > everywhere $
        ^ no *s in|for|inside|outside *
        ^ all|every|each {ARTEFACT} .. needs|need|must|has_to|have_to *
        ^ before|after|when|whenever you !start|begin|do|go|continue|answer|reply ...
        we|you|one|people|everyone|nobody|agents should|must|shall|may|need_to|have_to always|\
never|only
        must|should always !be
        we always|never|only !*ed|had|got|get|knew|thought|said|see|saw|did|ran|wrote|made|found *
        every|all|any .. must|has_to|have_to|needs_to|need_to be|have|go|use|start|end|carry|pass|\
follow
        ^ be brief|concise|terse|direct|blunt|honest|specific|succinct|less_verbose|more_concise
    """,
    prefers=f"""
        > i|we prefer|like that|it|when|if you|we|when|if
        > we like * * here
        {HOME} i|we prefer|like|love|hate|want !{LIKING} *
        > i'd|we'd rather you|we|have|see|use|get|avoid|keep|read|be
        > i|we|i'd|we'd really|strongly|much|generally|usually|still|would|always|also|clearly? \
prefer !the_first|the_second|the_latter|the_former|the_other|the_one|your|option|both|version|\
{LIKING} *
        > i|we really|strongly|do|also|generally? like|love|enjoy my|to|short|concise|when|having|\
seeing|small|plain|simple|explicit|clear|named|things|code|*s
        > i|we really|absolutely|also? hate|dislike|detest|loathe|can't_stand|cannot_stand \
!{LIKING} *
        > i|we really? don't|do_not like !{LIKING} *
        i'm|i_am|we're|we_are not a_fan|a_big_fan|fond of !{LIKING} *
        my|our preferred|favourite|favorite|usual|default !part|one|option|thing|solution|way *
        my|our preference is|for
        i|we always|never|usually|generally|only|normally|mostly use|write|work|type|read|review|\
commit|test|code|develop|deploy
        works|work|reads|is best|better|easier for|to me|us
        i'm|i_am more? comfortable with|in
    """,
    role=f"""
        > i'm|i_am|i_work_as|as !not a|an|the|your|one_of_the|our .. {OCCUPATION}
        > i'm|i_am only|just|mainly|actually|also|currently a|an|the .. {OCCUPATION}
        ^ i mostly|mainly|only|usually|also|currently|now? work as|at|in|for|from|mostly|mainly *
        ^ i mostly|mainly|only|usually|also|currently? work on|with !the_fix|it|this|that|what|a|\
an *
        ^ i mostly|mainly|only|usually program|code|develop in|with|for
        > i'm|i_am mostly|mainly|quite|very|pretty|completely|totally|fairly|still|also? new to|here
        i'm|i_am|i'm_not|i_am_not|we're|we_are mostly|mainly|very|really|too|fully? not? that? \
familiar|unfamiliar|fluent|responsible|based|experienced|proficient|colour_blind|color_blind|\
colourblind|colorblind|dyslexic|left-handed|deaf|in_charge|versed
        i'm|i_am on|in|with the|our .. team|group|department|squad|lab
        > i'm|i_am more_of a|an
        ^ i own|maintain|lead|manage|supervise|head the|a|our|two|three|all
        ^ i don't|do_not|can't|cannot|only? speak|understand|read|write !{LIKING}|why *
        years|decades of|in .. experience
        i've|i_have been .. *ing .. years|decades|months
        i've|i_have been on|with|in .. for .. years|decades|months
        i've|i_have never|rarely|hardly|only? used|written|worked|touched|programmed|learned|\
learnt !seen|{LIKING} *
        my role|job|background|title|profession|time_zone|timezone|native_language|mother_tongue|\
name|pronouns|day_job|main_language|first_language|field is|are !not|missing|wrong|in|on|broken|\
behind
        this|it is|'s my first * job|project|time|role
        call me !when|if|back|later|at|as|once|a|the *
        i did|have|hold my|a phd|degree|master*|doctorate|background in
        * is|isn't|is_not my first|native|second|mother language|tongue
        ^ i know|don't_know|do_not_know a_lot|almost_nothing|nothing|very_little|little|not_much|\
much about|of !this|that|it
    """,
    decides=f"""
        {WE} 've|have|has|had? {ADVERB}? {SETTLED} !on_the_fly|this *
        {WE} stopped *ing
        {WE} {ADVERB}? voted for|against|to
        as_of|since .. we !had|were|got|see|saw *
        ^ the old|previous|former .. is gone|history|dead
        ^ production|prod|staging|ci runs|run|lives|sits|is_hosted on|in|at|with
        {WE} 've|have|has|had? {ADVERB}? moved everything|from|over|away|off|to
        {WE} 've|have|has|had? {ADVERB}? went|gone with|for
        {WE} 've|have|has|had? {ADVERB}? dropped|drop|retire|replaced|cancelled|canceled *
        it was|is|has_been decided|agreed
        was|were|is|are|been|got|being {OVER}
        the|our|a|final? decision was|is|from|on|:
        we're|we_are going|sticking|staying with
        we're|we_are moving|migrating|switching|standardising|standardizing to|from|away|off|over|on
        we now|currently|already|no_longer|only|exclusively|still|officially use|run|deploy|\
support|ship|build|host|publish|target|require|have|follow|write
        we no longer *
        > we use|run|host|ship|support|target|deploy|rely|publish|build|license|release|bill|\
store|pin !a|an|the|this|that|it|them|here|these|some *
        we don't|do_not|won't|will_not|can't|cannot|aren't_going_to use|support|ship|run|deploy|\
publish|accept|host|allow|target *
        is|are no_longer supported|used|allowed|needed|maintained|available|part|valid|in_use|\
an_option|required|accepted
        switched|switching over? from ... to
        for good $
        minimum|maximum|required|supported|lowest|highest .. is|are
        as_of|since .. it's|it_is|they're *
        {WE} {ADVERB}? got rid of
        we'll|we_will stay|stick|remain|keep *
        ^ since|from|as_of .. all|every|only|new|we *
        replaced|replaces|superseded by|with|the|our
        is|are|lives|runs .. in production
        has|have to comply|conform
        our {OURS} is|are|has|have !*ing|not|broken|a_bug|an_error|no *
        our {OURS} runs|run|uses|use|live|sits|sit|must|can't|cannot|don't|only|expects|require|\
needs
        our * {OURS} is|are|has|have !*ing|not|broken|a_bug|an_error|no *
        our * {OURS} runs|run|uses|use|live|sits|sit|must|can't|cannot|don't|only|expects|needs
        won't|will_not|isn't_going_to|is_not_going_to ever? change|change_for|come_back|\
be_supported|be_renewed|be_extended
    """,
    due="""
        deadline|due|release|released|releases|launch|launches|freeze|freezes|frozen|ship|ships|\
shipping|demo|cutover
        go|goes|going live|out
        runs|run out
        go-live|golive
        expires|expire|expiring|milestone|beta|rollout|audit|handover|delivery|delivered|submission
        must|has_to|have_to|needs_to|need_to be|have|finish|close|merge
        must|has_to|have_to|needs_to|need_to .. by|before|until
        starts|begins|ends|closes|opens|arrives|leaves|lands|postponed|delayed|rescheduled|\
scheduled|sunset|embargo|moratorium
        moved|pushed|slipped|brought|extended back|forward|up? to|until
        end of life|support|sale
        stays|stay|remains|remain|kept ... until|till|through
        needs .. by|before|until
        present|presents|presenting to|at|on|in
        stays|supported|available|valid|runs|alive until|till|through
        is|are on|planned|set|fixed
        conference|workshop|kickoff|inspection|certification|migration|visit|hearing|exam
    """,
    resource="""
        dashboard*|tracker|board|wiki|runbook*|playbook*|docs|documentation|doc|spec|specs|design*
        slack|channel|sheet|spreadsheet|calendar|ticket*|issues|bugs|backlog|roadmap|logs|metrics
        mirror|registry|bucket|mailing_list|forum|handbook|guide|reference|portal|alerts|drive
        status_page|faq|changelog|incidents|plans|minutes|schema|schemas|repo|server|staging|notes
    """,
    place=f"""
        is|are|live|lives|sit|sits|kept|tracked|documented|filed|stored|found|discussed|managed|\
recorded|posted|planned .. in|on|at|under the|our? {SERVICES}
        go|goes|belong|belongs into|in|to|on the|our? {SERVICES}
        we keep|track|document|file|store|discuss|manage|record|post|plan .. in|on the|our? \
{SERVICES}
    """,
    located="""
        is|are|lives|live|sits|stays|'s at|in|on|under|here|behind|via|:
        is|are|get|gets tracked|documented|filed|kept|listed|described|posted|collected|stored|\
published|hosted|reported|discussed|managed|recorded|found|maintained
        go|goes|belong|belongs to|in|into|on|under
        can be found
        come|comes in through|via|from
        come|comes through|via|from
        you can|will find
        ask|post|report|file ..
        look|see|check|use ... for|when|if|before|in_case
        if|when|whenever ... look|see|check|ask|go at|in|to|up
        moved|switched|changed to
        has|have|holds|shows|contains|lists|explains|describes
        is|are our|the|where
        :
    """,
    unsure="""
        suppose|supposing|imagine|assuming|hypothetically|hypothetical
        what if
        let's|lets|let_us say|pretend|assume|imagine|always
        say we
        if we|i|you|it|they ever|were|had|moved|switched|used|went|did|could|would|dropped|changed
        would be|have|it|that|we|i|you !like|prefer|rather
        we|i|it|that|they|this would !like|prefer|rather
        maybe|perhaps|probably|possibly|presumably|apparently|might|may_be|someday|one_day|somehow
        could be|have|also|we|maybe|still
        we|i could
        i|we think|guess|suppose|wonder|believe|assume|doubt|wish|hope|bet
        > i|you don't|do_not|didn't think|recall|remember|know|believe
        i'm|i_am|we're|we_are not_sure|unsure|wondering|considering|thinking|tempted|leaning|\
undecided|torn|kidding|joking
        not sure|certain|decided|yet_decided
        nothing yet
        thinking about|of
        considering
        haven't|have_not|hasn't yet? decided|settled|agreed
        what|whatever|as|like we|i|they|you decided|agreed|discussed|said|settled|planned|chose
        in theory
        yeah|yes|sure|oh|ah|great|wonderful|brilliant|fantastic|lovely|awesome|nice because|\
another|right|one_more|yet_another
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
    """,
    once="""
        this|that|the_current time|change|task|pr|pull_request|branch|commit|ticket|session|one|\
file|function|class|method|test|step|patch|run|round|page|diff|issue
        for now|once|the_moment|today|tonight|this_one|this_time|the_time_being|a_moment|a_second
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
    """,
    tasks="""
        ^ review|fix|add|update|remove|create|write|make|implement|merge|look_at|look_into|open|\
fetch
        ^ clone|download|read|summarise|summarize|try|run|test|go|help|show|tell|explain|refactor
        ^ rename|move|change|delete|build|deploy|install|commit|push|pull|find|search|let's|lets
        ^ let_me|give|generate|convert|investigate|debug|inspect|compare|set|setup|set_up|replace
        ^ continue|start|finish|do|draft|port|translate|revert|rebase|format|clean|figure|list|take
        ^ bump|upgrade|print|extract|apply|wire|hook|document|spawn|check_out|checkout|plan|think
        ^ analyse|analyze|post|send|share|upload|publish|run_through|schedule|switch|drop
        ^ i|we want|need|'d_like|would_like|should|'ll|will|can|am_going|are_going !you|\
to_support|stay|stick|remain|keep
        ^ i|we want|need you to !always|never|stop|remember|keep
    """,
    trouble="""
        fails|failing|failed|fail|crashes|crashed|crashing|hangs|hanging|messed
        is|are|was|still|so|too|very|really|looks|gets|got|how broken|stuck|slow|weird|wrong|flaky
        is|are|was|still|so|too|very|really|looks|gets|got missing|outdated|odd|buggy
        down|offline|unreachable|out_of_order $
        is|are|was|went currently|now|again? down|offline|unreachable|red
        doesn't|don't|didn't|isn't|aren't|can't|won't|not work|working|compile|build|start|load|\
render
        doesn't|don't|didn't|isn't|aren't|can't|won't|not show|open|respond|reachable
        it|they|that|which keep|keeps|started|starts *ing
        keeps *ing
    """,
    pointing="""
        this|that|these|those|it|here|there|them|yet|him|now
        the first|second|third|last|other|old|new|same one?
    """,
    vague="""
        ^ it|this|that !was_decided|is_decided|was_agreed
    """,
    asks="""
        ^ why|what|how|when|where|who|which|whose|is|are|do|does|did|has|have|should|shall|am|was|\
were
        ^ isn't|aren't|doesn't|any_idea|what's|how's|where's|do_you|did_you|are_you|have_you
        ^ can|could|would|will i|we|you|it|this|that|the|they|there
        right $
        or not $
    """,
    handles="""
        translate|summarise|summarize|rewrite|rephrase|paraphrase|proofread|spell-check|shorten|\
reword
        reply|respond|answer to
        draft a|an|the|me
        explain|review|analyse|analyze|parse|fix|debug|check|critique|improve this|the|following|\
these
        what does .. mean
        here's|here_is|here_are|this_is|below_is|below_are the|my|an|a|some|what .. output|log|\
logs|error|trace|text|message|mail|email|code|diff|config|file|transcript|content*|stacktrace|\
traceback|response
        i|we|it|now|then? get|got|see|saw|getting this|the_following|these|an_error
        wrote|writes|says|said
        the_following|as_follows
        from a|an|the|our|their|his|her .. post|blog|article|mail|email|book|readme|thread|chat|\
page|tweet|talk|comment
    """,
    reports="""
        docs|documentation|doc|readme|blog|article|book|page|tutorial|linter|compiler|error|log|\
logs|warning|message|output|comment|comments|commit|ticket|post|tweet|guide say*|said|claim*|\
recommend*|suggest*|read*|state*|tell*|mention*
        according to
        quote*|quoting
        it|he|she|someone|somebody|they|which says|said|wrote|claims
        used to
    """,
    condition="""
        when|whenever|if|in_case|once|unless|while
    """,
    retract="""
        ^ forget|scratch|strike|ignore|disregard|scrap|undo|revert|cancel that|it|this|what_i|\
the_last|my_last|about_that|all_that !*ing
        ^ never mind|nm !if
        ^ nevermind|nvm
        on second thought|thoughts
        i|we take that|it back
        i was wrong
        ^ actually no
        i changed my mind
        that was a joke|wrong|nonsense|a_mistake
        just kidding
    """,
    declines="""
        don't|do_not|no_need_to|needn't|never|please_don't remember|save|store|note|keep|memorize|\
record|write this|that|it|any|anything|down
        off the record
        don't put|add ... memory
        not for the record
        nothing to remember
        between you and me
    """,
    opener="""
        ^ please|pls|remember_to|don't_forget_to|make_sure_to|make_sure_you|be_sure_to|in_general
        ^ generally|ok|okay|so|and|also|but|btw|hey|hi|hello|well|yes|yeah|yep|sure|thanks|thank_you
        ^ great|perfect|good|cool|right|alright|fine|hmm|hm|oh|ah|just|actually|one_more_thing|guys
        ^ another_thing|by_the_way|now|then|first|second|oh_and|fyi|anyway|listen|look|nice|again
        ^ important|reminder|quick_note|also_note|heads_up|note_to_self|sorry
    """,
    corrects="""
        ^ ugh|argh|oh|ah|hm|uh no|nope
        ^ no|nope|wrong|stop|incorrect|nah|not_like_that|not_that|ugh|argh|again|hey|wait|don't
    """,
    negates="""
        ^ don't|do_not|never|not|no|stop|avoid *
        ^ use|take|prefer|it's|we_use|call|name ... not|instead|rather_than|never *
        * not|never|instead_of|rather_than *
        we|you|one don't|do_not|never|use *
    """,
    request="""
        ^ can|could|would|will you please|also|just|maybe? always|never !see|get|have|find|know|\
be|assume|access *
        ^ can|could|would|will you please|also|just|maybe? stop|not|avoid|remember|make_sure|\
from_now_on|only|save|note|keep|refrain
        ^ can|could|would|will you ... from_now_on|every_time|whenever|in_future|going_forward
        ^ can|could we please|just? always|never|stop
        ^ would you mind not|always|remembering
    """,
    because="""
        because of?
        since we|it|the|they|this|that|our|i|you|there|he|she|its|my|otherwise|some|most|all|nobody
        so_that|so_we_can|so_i_can|so_it_can
        so we|it|they|you|i don't|doesn't|won't|never|always
        due to
        otherwise
        reason is|being|:
        the reason
        that's why
        as the|our|we|it|they|this
        in order to
    """,
    therefore="""
        > so !that|far|much|many|long|we_can|i_can|it_can
        therefore|hence|thus
        which|that means that?
    """,
    manner=f"""
        answer|answers|reply|replies|respond|responses|response|explain|explanations|explanation
        summary|summaries|summarise|summarize|verbose|terse|concise|brief|emoji|emojis|tone|polite
        formal|informal|apologise|apologize|apologising|apologies|apology|sorry|praise|flattery|\
jargon
        headings|bullet_points|bullets|chatty|talk|speak|address_me|call_me|tell_me|ask_me|show_me
        small_talk|step_by_step|first_name|wording|pleasantries|lecture|disclaimers|recap|recaps
        in {TONGUE}
    """,
    local=f"""
        this|our|the {HOME}|app|service|product
        we|our|us|here|commit_messages|commits|comments|docs|changelog|branch_names|tests
    """,
    confirms="""
        that|this is|'s how|what i|we want|like|need|prefer|expect
        that's how|what i|we want|like|need|prefer|expect
        keep doing|writing|going|using|it|that|this|these ..
        do it|that|this like_that|like_this|this_way|that_way ... always|again|every_time|\
from_now_on|in_future
        like that|this|so every_time|from_now_on|always|in_future|going_forward
        exactly .. way|like_this|like_that .. every_time|from_now_on|always|next_time
        keep|keep_on|continue doing|working|writing|going|using|to_do ..
        always do|use|write|format|split|structure it|that|this|them like|that|this
        more of that|this|these
    """,
    settles="""
        ^ yes|yeah|yep|sure|definitely|absolutely|please please? always|every_time|each_time|\
from_now_on
        ^ always|never|never_ever $
        ^ no .. never
        ^ every time $
    """,
)
