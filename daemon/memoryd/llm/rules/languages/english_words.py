"""English words that several phrases share, as groups."""

# parties and people
PARTY = (
    "the_team|the_board|the_client|the_customer|the_customers|the_vendor|the_partner|the_cto|"
    "the_ceo|support|ops|the_boss|my_boss|our_boss|our_client|our_customer|our_customers|"
    "our_clients|our_lawyer|leadership|management|legal|compliance|security|finance|marketing|"
    "sales|product|operations|procurement|hr|qa|everyone|the_auditors|the_regulator|"
    "the_committee|the_founders|the_company|the_council|the_editors|the_lawyers"
)
WE = f"we|we've|they|they've|{PARTY}"
OURS = (
    "users|customers|clients|stack|infrastructure|infra|production|servers|hosting|budget|"
    "contract|contracts|licence|license|sla|devices|vendor|provider|partner|partners|auditors|"
    "auditor|data|machines|hardware|fleet|team|company|legal"
)
OCCUPATION = (
    "*er|*or|*ist|*ian|*eer|*ect|*yst|dev|lead|head|intern|student|freelancer|consultant|admin|"
    "sysadmin|accountant|newbie|novice|expert|specialist|dba|sre|pm|cto|ceo|qa|postdoc|mechanic|"
    "veteran|native|nurse|person|guy|nerd|enthusiast|medic|apprentice|scientist|assistant|fan"
)
HOME = "repo|repository|project|codebase|code_base|team|company|monorepo|org|workspace"

# what people do
ADVERB = "just|finally|already|all|also|now|officially|recently|since|both|mostly|always|only"
SETTLED = (
    "decided|agreed|settled|chosen|chose|opted|standardised|standardized|adopted|abandoned|"
    "deprecated|retired|migrated|switched|committed|ditched|scrapped|picked|vetoed|banned|"
    "signed_off|approved|rejected|ruled_out|given_up|frozen|introduced|outsourced|hired|bought|"
    "moved_away|said_goodbye"
)
OVER = (
    "decided|agreed|deprecated|discontinued|cancelled|canceled|postponed|superseded|retired|"
    "decommissioned|abandoned|sunset|scrapped|dropped|phased_out|vetoed|approved|banned|rejected|"
    "renamed|outsourced|turned_off|switched_off|shut_down|ruled_out|off_the_table|signed_off|"
    "settled|rebranded|acquired|sold"
)
KEPT_BY = (
    "owned|maintained|reviewed|approved|paid|hosted|operated|supplied|audited|moderated|"
    "supervised|looked_after|signed_off|administered|funded|sponsored"
)
KEEPS = (
    "owns|maintains|approves|reviews|leads|decides|coordinates|covers_for|fills_in_for|"
    "stands_in_for|looks_after|takes_care_of|took_over|takes_over|taking_over|signs_off|"
    "signs_off_on|in_charge_of|responsible_for|the_owner_of|the_contact_for|the_maintainer_of"
)
# verbs and words after «we» that tell of the moment or of the program, not of a practice
NO_HABIT = (
    "are|were|was|have|had|has|haven't|hadn't|do|did|didn't|don't|do_not|can|can't|cannot|could|"
    "couldn't|might|may|must|need|needed|should|shouldn't|shall|will|won't|would|wouldn't|got|"
    "get|see|saw|know|knew|think|thought|guess|hope|wish|seem|lose|lost|lack|made|ran|went|wrote|"
    "found|took|left|came|broke|forgot|said|built|sent|kept|began|want|wanted|just|also|all|both|"
    "two|then|first|still|almost|nearly|really|probably|either|'ve|'d|'ll|'re|return|call|pass|"
    "iterate|loop|import|parse|check|set|fetch|load|render|throw|catch|compute|end|hit|put|try|"
    "look|wait|talk|discuss|agree|love|like|hate|prefer|enjoy|add|remove|create|give|make|go|"
    "find|read|open|close|click|replace|convert|insert|wrap|expect|assume|miss|fail|show|say|"
    "mean|leave|rather|better|usually|never|always|fix|to|and|in|on|at|for|with|of|now|currently|"
    "as|or|if|not|only|sometimes|use|store|take|build|hold|finally|already|already_have|caught|"
    "felt|heard|met|won|fell|grew|hid|led|meant|rose|spoke|spent|stood|stuck|threw|understood|"
    "bought|brought|fought|dealt|drove|flew|froze|held|paid|sold|told|*ed|*n't"
)
# who and what is outside the program
WORLD = (
    "team|teams|office|department|agency|supplier|suppliers|vendor|vendors|provider|carrier|"
    "customer|customers|clients|partner|partners|auditors|regulator|authority|authorities|"
    "ministry|volunteers|bank|banks|union|community|warehouse|factory|plant|hospital|hospitals|"
    "school|schools|university|shops|lawyers|accountants|translators|editors|people|folks|"
    "company|companies|doctors|nurses|teachers|students|drivers|operators|employees|staff|"
    "contractors|freelancers|subscribers|tenants|members|visitors|merchants|devices|device|"
    "printer|printers|sensor|sensors|machine|machines|phones|tablets|scanner|scanners|terminals|"
    "robots|cameras|ships|trucks|vehicles|hardware|boards|displays|law|contract|licence|license|"
    "prices|invoices|payments|refunds|salaries|orders|shipments|data|stores|branches|sites|"
    "offices|countries|colleagues|stakeholders|investors|owners|authors|board"
)
WEEKDAYS = (
    "mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekends|weekdays|nights|"
    "holidays"
)
PLURAL = "!is|was|has|as|this|does|its|us|always|yes|less *s"  # as far as spelling tells
NUMBER = "0*|1*|2*|3*|4*|5*|6*|7*|8*|9*|ten|hundred|two|three|four|five|twenty|fifty"
# what a sentence about the work at hand is about
WORK = (
    "count|total|status|score|length|size|problem|issue|error|question|thing|point|answer|reason|"
    "cause|bug|fix|culprit|solution|idea|result|difference|goal|task|next|trick|output|message|"
    "warning|it|this|that|there|what|which|here|he|she|i|you|they|we|module|modules|package|"
    "class|service|worker|thread|code|branch|test|tests|commit|diff|change|changes|plan|first|"
    "second|last|only|one|main|build|log|where|when|if|how|why|who|not|no|yes|ok|and|but|so|"
    "maybe|name|path|type|default|call|method|ci"
)
RULE_WORD = "rule|policy|convention|practice|style|guideline|agreement|habit|standard|principle"

# what it is about
UNIT = "commit|push|merge|release|deploy*|change|edit|pull_request|pr|build|step"
ARTEFACT = (
    "pr|prs|pull_request|pull_requests|commit|commits|change|changes|feature|features|endpoint|"
    "endpoints|function|functions|public|migration|migrations|test|tests|release|releases|module|"
    "modules|package|packages|service|services|script|scripts|deployment|deployments|fix|bug|"
    "bugfix|file|commit_message|commit_messages|branch|branches|branch_names|names|docs|dates|"
    "times|prices|amounts|errors|messages|titles|comments|tickets|secrets|translations|queries|"
    "identifiers|timestamps|files|ids|classes|variables|constants|dependencies|strings|texts"
)
TEXTS = "answers|replies|responses|explanations|summaries|commit_messages"
FRILLS = (
    "explanations|explanation|commentary|emojis|emoji|fluff|filler|apologies|preamble|preambles|"
    "small_talk|pleasantries|recap|recaps|praise|intro|intros|disclaimers|trailing_summaries|"
    "summaries|flattery|lectures|lecture|introductions|basics|boilerplate"
)
TONGUE = (
    "english|german|french|spanish|portuguese|russian|chinese|japanese|korean|italian|dutch|"
    "polish|swedish|turkish|ukrainian"
)
LIKING = "it|this|that|these|those|the|how|what|your|where|when_this|when_that|when_it"
# words that point to the work at hand
DEFINITE = (
    "the|this|that|it|these|those|them|anything|everything|any_more|yet|me|him|her|us|my|your|a|"
    "an|another|so|too|there|here|be|like|i|we|you|he|she|they|as"
)
PART = (
    "function|method|class|loop|variable|field|column|row|rows|value|values|flag|query|response|"
    "request|component|hook|handler|parser|index|item|items|element|list|array|object|string|"
    "param|parameter|argument|lock|thread|button|page|modal|dialog|tooltip|header|footer|sidebar|"
    "menu|icon|label|labels|input|inputs|form|table|cell|link|text|title|error_message|cache|"
    "constructor|callback|struct|enum|type|interface|file|line|regex|expression|endpoint|error|"
    "container|checkbox|toggle|dropdown|cart|popup|banner|user|users|chart|image|color|colour|"
    "buttons|fields|columns|icons|pages|tables|cells|links|titles|images|colors|charts|menus|"
    "cards|tabs|lines|elements|components|pointer|pointers|loops|strings|widget|view|screen|node|"
    "key|return|result|results|output|selector|state|reducer|store|fixture|entry|entries|worker|"
    "slider|card|font|layout|margin|background"
)
