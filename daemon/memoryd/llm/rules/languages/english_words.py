"""English words that several phrases share, as groups."""

WE = (
    "we|we've|they|they've|the_team|the_meeting|the_board|leadership|management|the_client|"
    "the_customer|everyone"
)
ADVERB = "just|finally|already|all|also|now|officially|recently|since"
SETTLED = (
    "decided|agreed|settled|chosen|chose|opted|standardised|standardized|adopted|abandoned|"
    "deprecated|retired|migrated|switched|committed|ditched|scrapped"
)
OVER = (
    "decided|agreed|deprecated|discontinued|cancelled|canceled|postponed|superseded|retired|"
    "decommissioned|abandoned|sunset|scrapped|dropped|frozen|phased_out"
)
OCCUPATION = (
    "developer|dev|engineer|programmer|designer|scientist|analyst|researcher|student|teacher|"
    "professor|manager|lead|head|intern|maintainer|owner|founder|freelancer|contractor|consultant|"
    "architect|administrator|admin|sysadmin|tester|writer|journalist|biologist|physicist|chemist|"
    "statistician|mathematician|economist|linguist|doctor|nurse|lawyer|accountant|operator|"
    "technician|beginner|newbie|newcomer|novice|expert|specialist|dba|sre|pm|cto|ceo|postdoc|"
    "mechanic|musician|photographer|hobbyist|veteran|native_speaker|generalist|director|librarian|"
    "person|nerd|enthusiast|translator|editor|electrician|machinist"
)
UNIT = "commit|push|merge|release|deploy*|change|edit|pull_request|pr|build|step"
ARTEFACT = (
    "pr|prs|pull_request|pull_requests|commit|commits|change|changes|feature|features|endpoint|"
    "endpoints|function|functions|public|migration|migrations|test|tests|release|releases|module|"
    "modules|package|packages|service|services|script|scripts|deployment|deployments"
)
TEXTS = "answers|replies|responses|explanations|summaries|commit_messages"
FRILLS = (
    "emojis|emoji|fluff|filler|apologies|preamble|preambles|small_talk|pleasantries|recap|recaps|"
    "praise|intro|intros|disclaimers|trailing_summaries|summaries|flattery"
)
TONGUE = (
    "english|german|french|spanish|portuguese|russian|chinese|japanese|korean|italian|dutch|polish|"
    "swedish|turkish|ukrainian"
)
OURS = (
    "users|customers|clients|stack|infrastructure|infra|production|servers|hosting|budget|contract|"
    "contracts|licence|license|sla|devices|vendor|provider|partner|partners|auditors|auditor|data|"
    "machines|hardware|fleet|team|company|legal"
)
HOME = "repo|repository|project|codebase|code_base|team|company|monorepo|org|workspace"
LIKING = "it|this|that|these|those|the|how|what|your|where"
