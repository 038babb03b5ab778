"""How English speakers say how things are and what was decided."""

from .english_words import (
    ADVERB,
    DEFINITE,
    KEEPS,
    KEPT_BY,
    NO_HABIT,
    NUMBER,
    OURS,
    OVER,
    PARTY,
    SETTLED,
    WE,
    WEEKDAYS,
    WORK,
    WORLD,
)

# what was settled, introduced or given up
_DECISIONS = f"""
    {WE} have|has|had? {ADVERB}? {SETTLED} !on_the_fly|this
    {WE} {ADVERB}? voted for|against|to
    {WE} have|has|had? {ADVERB}? moved everything|from|over|away|off|to
    {WE} have|has|had? {ADVERB}? went|gone with|for
    {WE} have|has|had? {ADVERB}? dropped|drop|retire|replaced|cancelled|canceled *
    {WE} {ADVERB}? stopped|quit *ing
    {WE} {ADVERB}? got rid of
    we've|we're|we_are|{WE} have|has|are|is? {ADVERB}? done|finished|through with *
    {WE} {ADVERB}? ended|wound up with|on|using|at|in *
    is|are the|our new|agreed|official minimum|maximum|default|standard|baseline|target
    ^ the|our *? * stays|stay|remains $
    from|since|starting_with|as_of version|v*|release *
    is|are the|our one|person|contact|expert|guy|go-to to|for|who|on *
    > we|i_only have|don't_have|have_no|only_have .. {WORLD}|environment|environments|staging|\
budget|users|internet|servers|database|databases|repos
    > we're|we_are not on !it|this|that|the|time|track|schedule|it *
    > we're|we_are rewriting|porting|freezing|phasing_out|adopting|introducing|splitting|merging|\
outsourcing|hiring|closing|opening|open-sourcing !this|that|it|the_test * *
    it|it's|this|that|that's was|is|has_been? decided|agreed|settled|final|official !that_we
    was|were|is|are|been|got|being {OVER} !function|method
    ^ * *? api|apis|contract|schema|spec|scope|budget|app|protocol is|are frozen|fixed|final|\
closed|read-only|read_only
    the|our|a|final? decision|verdict|conclusion|consensus was|is|from|on|:|stands
    ^ decision|decided|settled|agreed|verdict|conclusion|update :
    ^ !option|plan|version|that|this|what|as|fine|so|here|there|how|why * *? it is then|now? $
    ^ the old|previous|former .. is gone|history|dead|off
    ^ !error|column|file|message|warning|bug|row|the|my|this|that * *? is|are gone|history|dead
    ^ production|prod|staging|ci|everything runs|run|lives|sits|is_hosted on|in|at|with
    for good $
    no longer|more supported|used|allowed|needed|maintained|available|part|valid|in_use|an_option|\
required|accepted|exists|exist|applies|applicable|counts|holds|belongs|runs|offered
    nobody|no_one uses|use|reads|needs|maintains * .. anymore|any_more|any_longer
    switched|switching over? from ... to
    we|everything|it used to ... now
    stays|stay|remains|remain|is_supported|are_supported .. until|till|as_long_as|as_is
    in .. production $
    replaces|superseded by|our
    is|was|are|were|been|has|have replaced !it|this|that|the|a|my * with|by
    support|licence|license|contract|subscription for * .. dropped|ended|cancelled|ends
    all|every|everything|auth|authentication|payments|traffic|mail|deploys|releases|orders|billing|\
requests|money|* go|goes|runs|run|passes|pass|comes|come through|via !it|this|that|all|each *
"""

# who does what, and who is to be asked
_OWNERS = f"""
    is|are|gets|get *ed|*en|run|built|made|sold|sent|done|shot|drawn by .. {WORLD}
    * has_to|have_to|must|needs_to approve|sign|confirm|review|okay|sign_off|agree *
    left|leaves|leaving|quit|joined|joins the|our company|team|project|firm
    > ask|contact|ping|talk_to !me|the|for|us|him|her|it|why|what|if * about|when|for|before *
    has_to|have_to|must|needs_to|need_to be approved|signed|signed_off|reviewed|checked|confirmed by
    ^ for ... talk_to|ask|contact|go_to|turn_to|ping *
    ^ * does the *ments|*ings|*s *? $
    replaces * as *
    is|are|gets|get {KEPT_BY} by *
    {KEEPS} !it|this|that|you *
    ^ * *? *? *? belongs|belong to the? !parent|class|same *
"""

# what comes again and again
_SCHEDULES = f"""
    every|each night|morning|evening|weekend|month|quarter|year|monday|tuesday|wednesday|thursday|\
friday|saturday|sunday|spring|summer|autumn|winter|second|other
    once|twice|thrice a|per|every day|week|month|quarter|year
    on|at|over|only|never {WEEKDAYS}
    hourly|daily|weekly|biweekly|monthly|quarterly|yearly|nightly|overnight $
    is|are|*s|run|happen hourly|daily|weekly|biweekly|monthly|quarterly|yearly|nightly|overnight
    ^ !{WORK}|the|a|an *? * is|are at {NUMBER}
    deploys|ships|go_out|goes_out|happens|happen|take_place|takes_place on|every|each *
"""

# how much, and what it has to satisfy
_LIMITS = f"""
    we're|we_are|you're not|only? allowed|obliged|required|bound|forced|legally to|by
    > the|our !{WORK} *? *? * is|are not? {NUMBER}
    per seat|user|head|month|year|tenant|customer|device|hour $
    ^ the|our|their|most|all|both !{WORK} *? *? has|have no|only *
    need|needs|takes|take|requires|must|cost|costs|holds|lasts .. at_least|at_most|up_to|exactly \
{NUMBER}
    matters|matter more|most
    more important than
    comes|come first $
    ^ max|min|maximum|minimum|at_most|at_least|no_more_than {NUMBER} *
    depends|depend|relies|rely on !whether|if|how|what|this|it|that *
    must|has_to|have_to|needs_to|need_to|should|will|can only? stay|remain|comply|conform|fit|keep|\
continue|run|be_able_to_run|work *? *? below|under|within|into|inside|offline|compatible|with|in|\
on|to|without|forever|stable|small
    must|has_to|have_to|cannot|can't|may_not|mustn't leave|exceed|depend|rely|require|assume|store *
    has|have|had to comply|conform
    is|are capped|limited|restricted|bounded|pinned|locked to|at
    ^ nothing|nobody|no_one may|must|can|shall *
    > only !the|one|a * *? can|may|is_allowed|are_allowed *
    must|has_to|have_to|needs_to|need_to be kept|retained|archived|encrypted|anonymised|anonymized|\
deleted_after|stored
    by contract|law|regulation|agreement $
    the *'s|*s *? *s have|has|can|run|only|use no|not|only *
    won't|will_not|isn't_going_to|is_not_going_to ever? change|change_for|come_back|be_supported|\
be_renewed|be_extended|accept|pay|allow|have_any|tolerate
    ^ * *? *? only supports|support|accepts|accept|speaks|speak|reads|read|takes|offers|publishes|\
delivers|allows|allow|exists|opens|sells|answers|understands *
    ^ * *? *? needs|need|require|requires a|an|two|three second|third|written|approval|approvals|\
sign-off|signature|review|reviews *
    ^ * above|over|below|under * .. need|needs|require|requires|must|are|is|go|goes
"""

# what people and things outside the program do, have and demand
_OUTSIDERS = f"""
    {PARTY} want|wants|insist|insists|require|requires|demand|demands|refuse|refuses|forbid|\
forbids|need|needs|asked|expect|expects|prefer|prefers|won't|will_not|doesn't_want|can't|cannot|\
only !it|this|that_one *
    ^ the|our|all|every|each|most|some|my|both? *? *? {WORLD} sit|sits|work|works|speak|speaks|use|\
uses|pay|pays|run|runs|has|have|can|can't|cannot|only|never|always|must|require|requires|own|live|\
lives|get|gets|don't|doesn't|read|reads|open|opens|close|closes|answer|answers|publish|publishes|\
send|sends|deliver|delivers|expect|expects|bill|bills|charge|charges|count|counts|come|comes|\
forbids|forbid|insist|insists !*ing|it|this|that|a_bug|broken|error|errors *
    ^ the|our|all|every|most|some|my|both? *? *? {WORLD} is|are in|based|on|mostly|all|used|from|a|\
an|not|closed|open|only|old|per|behind|allowed|paid|billed !lunch|holiday|it|this|fire|hold *
    ^ the|our|all|most *? {WORLD} in|at|on|from|of the|our? * can|can't|cannot|only|never|always|\
must|have|has|need|require|run|use|speak
    nobody|no_one|everyone|everybody|half|most|some of? in|on|at the|our team|company|office|\
project *
    there's|there_is|we_have no .. {WORLD}|environment|staging|budget|internet|access
    demand|demands|insist|insists|mandates|forbids that|on|two|all|*
    he|she|they want|wants .. to keep|stay|remain|always|never|only|be_able
    {PARTY} asked us|for|to|that *
    doesn't|don't|won't|do_not|does_not allow|accept|permit|tolerate !it|this|that|me *
    ^ !i|we|you|it|users|the_user * *? doesn't|don't want *
    there are|is exactly|only|about|at_most|just? {NUMBER}|no {WORLD}
    our|my {OURS} is|are|has|have|runs|run|uses|use|live|sits|sit|must|can't|cannot|don't|only|\
expects|require|needs !*ing|not|broken|a_bug|an_error|no|down|up *
    our *? *? * is|are|runs|sits|lives|comes|costs|belongs|starts|allows|targets !*ing|not|a_bug|\
an_error|red|green|ready|done|still|now|fine|ok|okay|back|up|down|wrong|missing|too|so|very|broken|\
slow|outdated|failing|stale|full|empty|gone|in_good *
"""

# what something is, is called and comes from
_DEFINITIONS = f"""
    the|our|this product|project|company|app|software|library|tool is open|closed|proprietary|\
internal|public|free|licensed|for|used|called|sold *
    we're|we_are|there_are a team|company|group|startup|shop|*_of_us of|with|that|on *
    we're|we_are a|an !bit|little|step|lot|long|few|couple|mess|*ly *
    we're|we_are a|an|two|three|four|five|six|seven|eight|only|just !bit|little *? *? team|company|\
startup|agency|developers|people|engineers|devs|persons|shop *
    there|there's are|is only|just? two|three|four|five|six|nobody|one|* of us|on_the_team
    ^ !{WORK}|the|a|an *? *? *? is|are not? a|an|our|my|the|for|only|per|{NUMBER} !mess|good|bad|\
bit|little|lot|same|wrong|problem|issue|joke|pain|bug|best|worst|nightmare|shame|disaster|*ing *
    > the|our !{WORK} *? *? * is|are not? a|an|our|the !mess|good|bad|bit|little|lot|same|wrong|\
problem|issue|joke|pain|bug|best|worst|nightmare|shame|disaster *
    ^ !{WORK} *? *? * come|comes|stem|stems from !here|there|this|that|the *
    ^ !{WORK} *? *? *? is|are ... > not|never|nothing !just|only|yet|sure *
    is|are named|nicknamed|known_as *
    ^ !{WORK} *? *? *? is|are called !twice|once|in|by|from|when|with|on|at|before|after|for|again|\
*ly *
    we mean *
    what|internally|usually|always we call *
    stands|stand for *
    here means *
    the|our new|real|official|public|internal name *? *? *? is|stays
    * is changing|being_renamed|renamed to *
    is|are on|in the same|different? timezone|time_zone
    the|our app|product|service|software|api|library|package|tool|site|platform|firmware|game \
targets|supports|is_used|is_sold|serves|ships *
"""

# what «we» do, as a habit
_PRACTICES = f"""
    we'll|we_will stay|stick|remain|keep *
    we'll|we_will|we_are_going_to|we're_going_to only|no_longer|never|always *
    we|we're|we_are won't|will_not|not_going_to|aren't_going_to !be|have|get|make|know|see|need|\
fix *
    we're|we_are going|sticking|staying with
    we're|we_are {ADVERB}? moving|migrating|switching|standardising|standardizing|getting_rid|\
retiring|deprecating|dropping|replacing to|from|away|off|over|on|of|*
    we're|we_are {ADVERB}? !back|hold|track|schedule|time|call|fire|a|the|it|this on * *
    > we !{NO_HABIT} * !this|that|it|these|those|them
    > we use|store|take|build|hold|only_use|all_use !{DEFINITE}|two|three|some *
    > we don't|do_not !{NO_HABIT}|care|remember|understand|really|even *
    in the middle of moving|migrating|switching|rewriting|porting *
    we'll|we_will go with|for *
    ^ in|for|on|at|with|when|since|instead|to|starting|beginning|effective|as .. we !{NO_HABIT} *
    ^ instead of .. we *
    ^ in|for|on|at|with|when|since|instead .. we use|store|take|build !{DEFINITE} *
    we now|currently|already|no_longer|only|exclusively|still|officially use|run|deploy|support|\
ship|build|host|publish|target|require|have|follow|write|go|work|speak|accept
    we no longer *
    we can't|cannot use|support|ship|run|deploy|publish|accept|host|allow|target *
    as_of|since|starting|beginning|effective|after .. we !{NO_HABIT}|were
    as_of|since|starting|beginning|effective .. it's|it_is|they're|all|every|everything|only|new|\
no *
    the reason|reasons we|that_we *
"""

DECIDES = _DECISIONS + _PRACTICES + _OUTSIDERS + _OWNERS + _SCHEDULES + _LIMITS + _DEFINITIONS

CONSTRAINS = """
    > !i|you|please|we|can|don't * .. must|has_to|have_to|needs_to|need_to|can't|cannot|mustn't|\
should|shouldn't|won't
    > don't|do_not|never *
    ^ keep|leave|no *
    ^ it has_to|must|can't|cannot|needs_to *
"""
