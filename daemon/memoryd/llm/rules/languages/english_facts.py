"""How English speakers state decisions, dates and places."""

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
from .services import SERVICES

DECIDES = f"""
    {WE} 've|have|has|had? {ADVERB}? {SETTLED} !on_the_fly|this
    {WE} {ADVERB}? voted for|against|to
    {WE} 've|have|has|had? {ADVERB}? moved everything|from|over|away|off|to
    {WE} 've|have|has|had? {ADVERB}? went|gone with|for
    {WE} 've|have|has|had? {ADVERB}? dropped|drop|retire|replaced|cancelled|canceled *
    {WE} {ADVERB}? stopped|quit *ing
    {WE} {ADVERB}? got rid of
    we've|we're|we_are|{WE} have|has|are|is? {ADVERB}? done|finished|through with *
    {PARTY} want|wants|insist|insists|require|requires|demand|demands|refuse|refuses|forbid|\
forbids|need|needs|asked|expect|expects|prefer|prefers|won't|will_not|doesn't_want|can't|cannot|\
only !it|this|that_now *
    ^ the|our|all|every|each|most|some|my|both? *? *? {WORLD} sit|sits|work|works|speak|speaks|use|\
uses|pay|pays|run|runs|has|have|can|can't|cannot|only|never|always|must|require|requires|own|live|\
lives|get|gets|don't|doesn't|read|reads|open|opens|close|closes|answer|answers|publish|publishes|\
send|sends|deliver|delivers|expect|expects|bill|bills|charge|charges|count|counts|come|comes|\
forbids|forbid|insist|insists !*ing|it|this|that|a_bug|broken|error|errors *
    ^ the|our|all|every|most|some|my|both? *? *? {WORLD} is|are in|based|on|mostly|all|used|from|a|\
an|not|closed|open|only|old|per|behind|allowed|paid|billed !lunch|holiday|it|this|fire|hold *
    ^ the|our|all|most *? {WORLD} in|at|on|from|of the|our? * can|can't|cannot|only|never|always|\
must|have|has|need|require|run|use|speak
    is|are|gets|get *ed|*en|run|built|made|sold|sent|done|shot|drawn by .. {WORLD}
    every|each night|morning|evening|weekend|month|quarter|year|monday|tuesday|wednesday|thursday|\
friday|saturday|sunday|spring|summer|autumn|winter|second|other
    once|twice|thrice a|per|every day|week|month|quarter|year
    on|at|over|only|never {WEEKDAYS}
    we're|we_are|you're not|only? allowed|obliged|required|bound|forced|legally to|by|obliged
    {WE} {ADVERB}? ended|wound up with|on|using|at|in *
    is|are|'s the|our new|agreed|official|only_supported minimum|maximum|default|standard|baseline|\
target|name *?
    ^ the|our *? * stays|stay|remains $
    from|since|starting_with|as_of version|v*|release *
    nobody|no_one|everyone|everybody|half|most|some of? in|on|at the|our team|company|office|\
project *
    * has_to|have_to|must|needs_to approve|sign|confirm|review|okay|sign_off|agree *
    left|leaves|leaving|quit|joined|joins the|our company|team|project|firm
    is|are the|our one|person|contact|expert|guy|go-to to|for|who|on *
    > ask|contact|ping|talk_to !me|the|for|us|him|her|it|why|what|if * about|when|for|before *
    the|our|this product|project|company|app|software|library|tool is open|closed|proprietary|\
internal|public|free|licensed|for|used|called|sold *
    we'll|we_will stay|stick|remain|keep *
    we'll|we_will|we_are_going_to|we're_going_to only|no_longer|never|always *
    we|we're|we_are won't|will_not|not_going_to|aren't_going_to !be|have|get|make|know|see|need|\
fix *
    we're|we_are going|sticking|staying with
    we're|we_are {ADVERB}? moving|migrating|switching|standardising|standardizing|getting_rid|\
retiring|deprecating|dropping|replacing to|from|away|off|over|on|of|*
    we're|we_are {ADVERB}? !back|hold|track|schedule|time|call|fire|a|the|it|this on * *
    we're|we_are|there_are a team|company|group|startup|shop|*_of_us of|with|that|on *
    we're|we_are a|an !bit|little|step|lot|long|few|couple|mess|*ly *
    we're|we_are a|an|two|three|four|five|six|seven|eight|only|just !bit|little *? *? team|company|\
startup|agency|developers|people|engineers|devs|persons|shop *
    there|there's are|is only|just? two|three|four|five|six|nobody|one|* of us|on_the_team
    > we !{NO_HABIT} * !this|that|it|these|those|them
    > we use|store|take|build|hold|only_use|all_use !{DEFINITE}|two|three|some *
    > we don't|do_not !{NO_HABIT}|care|remember|understand|really|even *
    > we|i_only have|don't_have|have_no|only_have|haven't|have_about|'ve_got .. {WORLD}|\
environment|environments|staging|budget|users|internet|servers|database|databases|repos|\
tests_for_that
    there's|there_is|we_have no .. {WORLD}|environment|staging|budget|internet|access
    > we're|we_are not on !it|this|that|the|time|track|schedule|it *
    > we're|we_are rewriting|porting|freezing|phasing_out|adopting|introducing|splitting|merging|\
outsourcing|hiring|closing|opening|open-sourcing !this|that|it|the_test * *
    in the middle of moving|migrating|switching|rewriting|porting *
    ^ !{WORK}|the|a|an *? *? *? is|are not? a|an|our|my|the|for|only|per|{NUMBER} !mess|good|bad|\
bit|little|lot|same|wrong|problem|issue|joke|pain|bug|best|worst|nightmare|shame|disaster|\
must_have_been|*ing *
    > the|our !{WORK} *? *? * is|are not? {NUMBER}
    > the|our !{WORK} *? *? * is|are not? a|an|our|the !mess|good|bad|bit|little|lot|same|wrong|\
problem|issue|joke|pain|bug|best|worst|nightmare|shame|disaster *
    has_to|have_to|must|needs_to|need_to be approved|signed|signed_off|reviewed|checked|confirmed by
    hourly|daily|weekly|biweekly|monthly|quarterly|yearly|nightly|overnight $
    is|are|*s|run|happen hourly|daily|weekly|biweekly|monthly|quarterly|yearly|nightly|overnight
    per seat|user|head|month|year|tenant|customer|device|hour $
    ^ !{WORK} *? *? * come|comes|stem|stems from !here|there|this|that|the *
    demand|demands|insist|insists|mandates|forbids that|on|two|all|*
    he|she|they want|wants .. to keep|stay|remain|always|never|only|be_able
    {PARTY} asked us|for|to|that *
    doesn't|don't|won't|do_not|does_not allow|accept|permit|tolerate !it|this|that|me *
    ^ !i|we|you|it|users|the_user * *? doesn't|don't want *
    ^ !{WORK} *? *? *? is|are ... > not|never|nothing !just|only|yet|sure *
    ^ the|our|their|most|all|both !{WORK} *? *? has|have no|only *
    need|needs|takes|take|requires|must|cost|costs|holds|lasts .. at_least|at_most|up_to|exactly \
{NUMBER}
    there are|is exactly|only|about|at_most|just? {NUMBER}|no {WORLD}
    is|are named|nicknamed|known_as *
    ^ !{WORK} *? *? *? is|are called !twice|once|in|by|from|when|with|on|at|before|after|for|again|\
*ly *
    we'll|we_will go with|for *
    we mean *
    what|internally|usually|always we call *
    stands|stand for *
    here means *
    matters|matter more|most
    more important than
    comes|come first $
    ^ max|min|maximum|minimum|at_most|at_least|no_more_than {NUMBER} *
    depends|depend|relies|rely on !whether|if|how|what|the_function|this|it|that *
    ^ !{WORK}|the|a|an *? * is|are at {NUMBER}
    ^ for ... talk_to|ask|contact|go_to|turn_to|ping *
    * is changing|being_renamed|renamed to *
    ^ * does the *ments|*ings|*s *? $
    is|are on|in the same|different? timezone|time_zone
    ^ in|for|on|at|with|when|since|instead|to|starting|beginning|effective|as .. we !{NO_HABIT} *
    ^ in|for|on|at|with|when|since|instead .. we use|store|take|build !{DEFINITE} *
    we now|currently|already|no_longer|only|exclusively|still|officially use|run|deploy|support|\
ship|build|host|publish|target|require|have|follow|write|go|work|speak|accept
    we no longer *
    we can't|cannot use|support|ship|run|deploy|publish|accept|host|allow|target *
    as_of|since|starting|beginning|effective|after .. we !{NO_HABIT}|were
    as_of|since|starting|beginning|effective .. it's|it_is|they're|all|every|everything|only|new|\
no *
    the reason|reasons we|that_we *
    it|it's|this|that|that's was|is|has_been? decided|agreed|settled|final|official !that_we
    was|were|is|are|been|got|being {OVER} !function|method|in_the_code|api_warning
    ^ * *? api|apis|contract|schema|spec|scope|budget|app|protocol is|are frozen|fixed|final|\
closed|read-only|read_only
    the|our|a|final? decision|decision_from_the_call|verdict|conclusion|consensus was|is|from|on|:|\
stands
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
    must|has_to|have_to|needs_to|need_to|should|will|can only? stay|remain|comply|conform|fit|keep|\
continue|run|be_able_to_run|work *? *? below|under|within|into|inside|offline|compatible|with|in|\
on|to|without|forever|stable|small
    must|has_to|have_to|cannot|can't|may_not|mustn't leave|exceed|depend|rely|require|assume|store *
    in .. production $
    has|have|had to comply|conform
    our|my {OURS} is|are|has|have|runs|run|uses|use|live|sits|sit|must|can't|cannot|don't|only|\
expects|require|needs !*ing|not|broken|a_bug|an_error|no|down|up *
    our *? *? * is|are|runs|sits|lives|comes|costs|belongs|starts|allows|targets !*ing|not|a_bug|\
an_error|red|green|ready|done|still|now|fine|ok|okay|back|up|down|wrong|missing|too|so|very|broken|\
slow|outdated|failing|stale|full|empty|gone|in_good *
    the *'s|*s *? *s have|has|can|run|only|use no|not|only *
    won't|will_not|isn't_going_to|is_not_going_to ever? change|change_for|come_back|be_supported|\
be_renewed|be_extended|accept|pay|allow|have_any|tolerate
    replaces|superseded by|our
    replaces * as *
    is|was|are|were|been|has|have replaced !it|this|that|the|a|my * with|by
    support|licence|license|contract|subscription for * .. dropped|ended|cancelled|ends
    is|are|gets|get {KEPT_BY} by !the_function|a_function *
    {KEEPS} !it|this|that|you *
    ^ * *? *? *? belongs|belong to the? !parent|class|same *
    all|every|everything|auth|authentication|payments|traffic|mail|deploys|releases|orders|billing|\
requests|money|* go|goes|runs|run|passes|pass|comes|come through|via !it|this|that|all|each *
    deploys|ships|go_out|goes_out|happens|happen|take_place|takes_place on|every|each *
    the|our app|product|service|software|api|library|package|tool|site|platform|firmware|game \
targets|supports|is_used|is_sold|serves|ships *
    ^ * *? *? only supports|support|accepts|accept|speaks|speak|reads|read|takes|offers|publishes|\
delivers|allows|allow|exists|opens|sells|answers|understands *
    ^ * *? *? needs|need|require|requires a|an|two|three second|third|written|approval|approvals|\
sign-off|signature|review|reviews *
    ^ * above|over|below|under * .. need|needs|require|requires|must|are|is|go|goes
"""

CONSTRAINS = """
    > !i|you|please|we|can|don't * .. must|has_to|have_to|needs_to|need_to|can't|cannot|mustn't|\
should|shouldn't|won't
    > don't|do_not|never *
    ^ keep|leave|no *
    ^ it has_to|must|can't|cannot|needs_to *
"""

DUE = """
    deadline|due|release|released|releases|launch|launches|freeze|freezes|frozen|ship|ships|\
shipping|demo|cutover|freeze_lasts
    go|goes|going live|out|away|down
    run|runs|ran out
    go-live|golive
    expires|expire|expiring|milestone|beta|rollout|audit|handover|delivery|delivered|submission
    must|has_to|have_to|needs_to|need_to|should be|have|finish|close|merge|hand|move
    must|has_to|have_to|needs_to|need_to .. by|before|until
    starts|begins|ends|closes|opens|arrives|leaves|lands|postponed|delayed|rescheduled|scheduled|\
sunset|sunsets|embargo|moratorium|ending|starting|lasts|comes|visits|retires|quits
    cuts|cut|drops|stops|raises|changes|discontinues|removes|disables|kills|retires|requires|needs
    from|starting|beginning|effective .. on|onward|onwards
    starting|beginning|effective|as_of|come
    promised|committed|period|window|phase|change|changes
    after|until|before ... nobody|no_one|nothing|everyone
    start|begin|end|cut|switch|migrate|leave|arrive .. on|in|by
    moved|pushed|slipped|brought|extended|shifted back|forward|up|by? to|until|by
    end of life|support|sale
    stays|stay|remains|remain|kept ... until|till|through
    needs|wants|need|expects .. by|before|until|on
    present|presents|presenting|hand|hands to|at|on|in
    stays|supported|available|valid|runs|alive until|till|through
    is|are from|on ... to|until|till
    is|are on|eol|planned|set|fixed|next|in|off|gone|due
    will be|have switched_off|turned_off|shut_down|removed|ready|gone|closed|deleted|dropped|*ed
    shut|shuts|shutting|switch|switches|switching|turn|turns|turning ... down|off
    have|has until|till|to
    last day|week|chance|sprint
    conference|workshop|kickoff|inspection|certification|migration|visit|hearing|exam|pilot|trial|\
trip|board_meeting|election|season|review_with|contract|license|licence|warranty
    on *? leave|sabbatical
"""

RESOURCE = """
    dashboard*|tracker|board|wiki|runbook*|playbook*|docs|documentation|doc|spec|specs|design*
    slack|channel|sheet|spreadsheet|calendar|ticket*|issues|bugs|backlog|roadmap|logs|metrics
    mirror|registry|bucket|mailing_list|forum|handbook|guide|reference|portal|alerts|drive|manual|\
manuals|form
    status_page|faq|changelog|incidents|plans|minutes|schema|schemas|repo|server|staging|notes
    questions|requests|complaints|feedback|reports|postmortems|announcements|releases|contracts
"""

_LIES = (
    "is|'s|are|live|lives|sit|sits|kept|tracked|documented|filed|stored|found|discussed|managed|"
    "shows_up|show_up|appear|appears|recorded|posted|planned|collected|maintained|reported|hosted|announced|published|written_down"
)

PLACE = f"""
    {_LIES} .. in|on|at|under|inside the|our? {SERVICES}
    go|goes|belong|belongs|come|comes|end_up|ends_up|land|lands into|in|to|on|in_through|through|\
from|via|in_via the|our? {SERVICES}
    {_LIES}|comes|come in|from the|our? vault|keychain|keyring
    we|i keep|track|document|file|store|discuss|manage|record|post|plan|collect|write .. in|on the|\
our? {SERVICES}
    find .. in|on|at the|our? {SERVICES}
    {_LIES}|comes|come|taken .. in|from|under the|a|an .. variable|secret|secrets_manager|\
password_manager|keychain|safe|env_var
"""

LOCATED = f"""
    {_LIES}|stays at|in|on|under|here|behind|via|:|to
    is|are|get|gets {_LIES}|listed|described
    go|goes|belong|belongs|come|comes to|in|into|on|under|through|via|from|in_through
    can be found
    you can|will|'ll find
    ask|post|report|file|ping|announce ..
    look|see|check|use ... for|when|if|before|in_case|to
    for ... see|look|check|use|ask|go|head
    if|when|whenever ... look|see|check|ask|go|ping|post at|in|to|up|*
    moved|switched|changed to
    has|have|holds|shows|contains|lists|explains|describes
    is|are our|the|where
    :
"""
