"""What English speakers say of themselves."""

from .english_words import (
    DEFINITE,
    HOME,
    LIKING,
    OCCUPATION,
)

PREFERS = f"""
    > i|we prefer|like that|it|when|if you|we|when|if
    {HOME} i|we prefer|like|love|hate|want !{LIKING} *
    > i'd|we'd rather you|we|have|see|get|avoid|keep|read|not !have|do|say|now|*ly *
    > i|we|i'd|we'd really|strongly|much|generally|usually|still|would|always|also|clearly? prefer \
!the_first|the_second|the_latter|the_former|the_other|the_one|your|option|both|version|{LIKING} *
    > i|we really|strongly|do|also|generally? like|love|enjoy my|to|short|concise|when|having|\
seeing|small|plain|simple|explicit|clear|named|things|code
    > i|we really|strongly|do|also|generally? like|love|enjoy|adore !{LIKING} *? *s $
    > i|we really|absolutely|also? hate|dislike|detest|loathe|can't_stand|cannot_stand|despise \
!{LIKING} *
    > i|we really? don't|do_not like|want !to|{LIKING} *
    i'm|i_am|we're|we_are not? a_fan|a_big_fan|a_huge_fan|fond|no_fan of !{LIKING} *
    drive|drives|make|makes me crazy|nuts|mad|insane|nervous|up_the_wall
    hurt|hurts my eyes|brain|head
    i find !this|it|that .. hard|harder|easy|easier|annoying|confusing|distracting|unreadable|ugly|\
clearer|clear|helpful|useful|noisy
    i|we tend|try|aim|strive to !get|do|fix|run|use_this|add|see|make|find|go|be_able *
    i learn|think|work|read|understand|focus|concentrate .. best|better|faster|from|in|with
    my|our preferred|favourite|favorite|usual|default !part|one|option|thing|solution|way *
    my|our preference is|for
    i|we always|never|usually|generally|only|normally|mostly|typically use|write|work|type|read|\
review|commit|test|code|develop|deploy|start|keep|think
    > i use|type|write|work|code|navigate .. everywhere|daily|every_day|for_everything|exclusively|\
by_hand|on_paper|on_a|for_years
    work|works|read|reads better|best|well for|to me|us
    easier|better|best|harder|nicer for me|us to|than
    i'm|i_am more? comfortable|at_home|happy|happier with|in
    i'm|i_am allergic to *
    > i value|favor|favour|choose .. over *
    > i|we really? like|love|enjoy|want !{LIKING} *? *s that|which|with|without|in *
    > i|we really|strongly|generally like|love|enjoy !{LIKING}|a *
    i can't|cannot deal|cope|live with|without !this|it|that|the *
    i|we care|worry a_lot|deeply|more|most about
    matters|important to me|us
"""

ROLE = f"""
    > i'm|i_am|i_work|i_was only|just|also|mainly|actually|currently|as? a|an|the|your !bit|little|\
one|first|next|same|problem|other|user|owner_of_this|latter|former|number *? *? {OCCUPATION} \
!of_this|of_that|here
    > i'm|i_am only|just|mainly|actually|also|basically? the only|sole|new|main|lead|last *
    as a|an !user|admin|customer|visitor|reminder|matter|number|starter|result|rule|first \
{OCCUPATION} i
    speaking as a|an|someone
    > i do|did|does mostly|mainly|only|just|also? the? * engineering|development|work|design|\
support|research|testing|frontend|backend|stuff|side
    > i don't|do_not|never do|use|touch !it|this|that|anything|the|a|so|any *
    > i do !not|this|that|it|the|a|my|so * *? in|for|at|on *
    > i study|studied|majored|graduated|trained|teach|taught !the|this|it|that *
    > i only|just know|speak|understand|read !that|this|it|the *
    > i work part|full|remotely|nights|weekends|mondays|tuesdays|wednesdays|thursdays|fridays *
    > i use !{DEFINITE}|two|three|*ed * *? $
    > i'm|i_am|i_sit on a? windows|mac|macos|linux|ubuntu|fedora|debian|arch|freebsd|wsl|nixos|\
chromebook
    > i'm|i_am in !{DEFINITE}|trouble|doubt|shock|charge|bed|need|favor|favour|agreement|luck|\
transit|meetings|meeting|love|between|no|i *? * $
    is|are all|also|still? new|foreign|unfamiliar|unknown|alien to me
    ^ !this|it|that * *? is|are|isn't|is_not|aren't my main|first|native|second|strongest|weakest|\
usual|go-to|daily|mother *
    > i mostly|mainly|only|usually|also|currently|now do|program|code|develop|speak|read|write *
    > i mostly|mainly|only|usually|also|currently|now? work as|at|in|for|from|mostly|mainly|with \
!it|this|that|the_fix *
    > i mostly|mainly|only|usually|also|currently? work on !the_fix|it|this|that|what|a|an|the *
    > i teach|study|lead|manage|supervise|head|own|maintain|run|handle|cover|oversee|administer|\
look_after|take_care_of|am_in_charge_of|sell|lecture !the_test|the_tests|it|this|that|my|your|into|\
with|out|up|to|off|below|above|here|as *
    > i maintain|own|lead|manage this *
    > i usually|always|personally? review|sign|check|approve|merge every|all|each *
    i'm|i_am the one|person who|that *s
    > i do|make the releases|deployments|reviews|*ings|*ments
    > i|i've just|recently|only? moved|transferred|came from|over_from the|another *
    > i can|can't|cannot|only? read|write|speak|understand !it|this|that|the *
    my background|role|job|stack|experience :
    my shell|editor|ide|os|keyboard|laptop|machine|terminal|browser|distro|setup|screen|desk is|\
has !*ing|broken|out|stuck|slow|dead|full|frozen
    i|we develop|code|work|test|run on|in|from a|an|firefox|safari|linux|windows|macos|mac|arm *? \
*? $
    in the .. timezone|time_zone
    this|it|it's|that's is|was? a|my|our|just_a|only_a hobby|side|pet|weekend|school|student|\
research|thesis project
    > i'm|i_am not technical|a_coder|a_techie
    > i have adhd|dyslexia|autism|tinnitus|rsi
    > i get headaches|confused|lost|distracted|nervous from|by|with|when|in *
    > i'm|i_am partially|fully|half|legally *
    > i'm|i_am okay|ok|good|bad|strong|decent|terrible|awful|hopeless|great|rusty|fluent|weak with|\
at|in !that|this|it|both|the *
    is|are not my|my thing|strength|strong_suit|forte|weakness|weak_spot
    ^ never used|touched|written|learned|learnt !that|this|the|it *
    ^ first time i use|touch|write|do|work !this|that|the|it *
    > i come from !the_other|this|that *
    > i live|sit|grew_up in|near|on !this|that|the_file *
    > i'm|i_am mostly|mainly|quite|very|pretty|completely|totally|fairly|still|also|rather|\
relatively? new to|here|at
    > i'm|i_am still|just|currently|slowly? learning|studying|training|getting_into|self-taught|\
self_taught|retired|freelance !how|why|the
    i'm|i_am|i'm_not|i_am_not|we're|we_are mostly|mainly|very|really|too|fully? not? that? \
familiar|unfamiliar|fluent|responsible|based|experienced|proficient|colour_blind|color_blind|\
colourblind|colorblind|dyslexic|left-handed|deaf|in_charge|versed|blind|hard_of_hearing|autistic
    i'm|i_am not really|actually|exactly|much_of? a|an *? {OCCUPATION}
    i'm|i_am|i_work|i_sit on|in|with|for the|our .. team|group|department|squad|lab
    > i'm|i_am more_of a|an
    > i just|recently|only|newly? joined|started_at|started_here !the_call|the_meeting *
    > i joined|started .. ago
    > i'm|i_am used to !it|this|that *
    > i don't_have|have_no|lack admin|root|write|ssh|sudo|vpn rights|access|permissions
    no clue|experience about|with|in !what|why|how|it|this *
    > i like|want|prefer|need it|them|things|everything short|simple|brief|plain|explicit|small|tidy
    > i don't|do_not|can't|cannot|only? speak|understand|read|write !{LIKING}|why *
    > i read|write|speak|know !for * just? well|barely|fluently|a_little|a_bit|a_lot enough?
    years|decades of|in|doing|with .. experience|development|programming|engineering|coding
    i've|i_have|i_spent|i_did .. years|decades|months of|in|on|as|doing|with|at *
    i've|i_have been .. *ing .. years|decades|months
    i've|i_have been doing|programming|coding|writing|teaching|using|maintaining .. since *
    i|i've|i_have !it|this|that .. for ages|years|decades|a_decade|a_long_time
    i|i've|i_have never|rarely|hardly|only|barely used|written|worked|touched|programmed|learned|\
learnt|shipped|done !seen|{LIKING} *
    i don't|do_not|i_have have? much|any|no|lots_of|little|plenty_of experience|background
    my role|job|background|title|profession|time_zone|timezone|native_language|mother_tongue|name|\
pronouns|day_job|main_language|first_language|field|degree is|are !not|missing|wrong|in_the|on|\
broken|behind
    this|it is my first *? * with|in|using|as|at *
    call me !when|if|back|later|at|as|once|a|the|crazy|old *
    i|i_only did|have|hold my|a phd|degree|master*|doctorate|background in
    > i don't|do_not|i_only know a_lot|almost_nothing|nothing|very_little|little|not_much|much|\
enough|anything about|of|beyond !this|that|it
    > i know a_lot|almost_nothing|nothing|very_little|little|not_much|much about|of !this|that|it
    > i know * well|inside_out|by_heart|better_than
    days a week
"""
