"""How English speakers say when something is due and where it is found."""

from .services import SERVICES

DUE = """
    deadline|due|release|released|releases|launch|launches|freeze|freezes|frozen|ship|ships|\
shipping|demo|cutover
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
    gets|get *ed|*en
    is|are back|away
    goes|go in|out on
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
    "shows_up|show_up|appear|appears|recorded|posted|planned|collected|maintained|reported|hosted|"
    "announced|published|written_down"
)

PLACE = f"""
    {_LIES} .. in|on|at|under|inside the|our? {SERVICES}
    go|goes|belong|belongs|come|comes|end_up|ends_up|land|lands into|in|to|on|in_through|through|\
from|via|in_via the|our? {SERVICES}
    {_LIES}|comes|come in|from the|our? vault|keychain|keyring
    we|i keep|track|document|file|store|discuss|manage|record|post|plan|collect|write .. in|on the|\
our? {SERVICES}
    find .. in|on|at the|our? {SERVICES}
    every|all|each|happen|happens|get|gets .. in|on the|our? {SERVICES}
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
