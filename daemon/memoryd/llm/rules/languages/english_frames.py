"""What stands around an English statement, and what an answer accepts."""

from .english_words import HOME, TONGUE

OPENER = """
    ^ please|pls|plz|remember_to|don't_forget_to|make_sure_to|make_sure_you|make_sure_that|\
be_sure_to
    ^ oh|yeah !right|sure|great|wonderful|brilliant|lovely|because|another
    ^ generally|ok|okay|so|and|also|but|hey|hi|hello|well|yes|yep|sure|thanks|thank_you
    ^ great|perfect|good|cool|right|alright|fine|hmm|hm|ah|just|actually|one_more_thing|guys
    ^ another_thing|now|then|first|second|oh_and|anyway|listen|look|nice|again|personally|frankly
    ^ reminder|quick_note|also_note|note_to_self|sorry|honestly|tbh|basically|in_general|ok_so|\
and_so
    ^ long_story_short|in_short|in_the_end|bottom_line|tldr|what_i_wanted_to_say|to_be_clear
    ^ it? would|'d be really|very? great|nice|good|lovely|helpful|cool|better|best|awesome|ideal \
if you_could|we_could|you_would|you_can|you|we
    ^ i'd_like|i_would_like|i_want|i_need|i'd_want|i'd_love|i'd_prefer you to
    ^ let's|could_we|can_we agree on_one_thing|that?
    ^ i'd love|like|appreciate it if you_could|you
    ^ decision made
    ^ you can|could please|also|just !find
"""

INFORMS = """
    ^ fyi|btw|heads-up|for_context|for_your_information that?
    ^ by the way
    ^ heads up that?
    ^ for the record
    ^ just? so you know|you're_aware that?
    ^ good|worth|nice|useful|important|best to? know|knowing|noting that?
    ^ note|be_aware|beware|keep_in_mind that
    ^ note|be_aware|beware|careful|watch_out|remark|mind_you :
    ^ let_me give you *? context|background :
    ^ some|quick|little|bit_of context|background
    ^ you can't|cannot|couldn't|don't|won't know|see this|that|it|in_the_code|there? but
    ^ what you|nobody|the_code can't|cannot|don't|doesn't|won't .. :
    ^ correction|erratum|update|small_update|news|outcome|takeaway|verdict :
    ^ *? note|decision|outcome|result|news|takeaway|update|notes from|of? the|our? meeting|call|\
sync|retro|standup :
    ^ i misspoke
    ^ i? changed my mind
    ^ we learned the hard way that?
    ^ it? turns out|turned_out that?
    ^ as it turns out
    ^ *? lesson|gotcha|caveat|catch|detail|quirk learned|is? :
    ^ lesson|lessons|gotcha|caveat|quirk learned? :
    ^ important|attention|info|information|context|background|warning|fact|fun_fact :
    ^ you should|need_to|must|ought_to know|be_aware that?
    ^ one|another|a|the thing|detail you|i should|need_to|must|forgot_to know|be_aware_of|mention|\
say
"""

CORRECTS = """
    ^ ugh|argh|oh|ah|hm|uh|wait|actually|sorry|hold_on no|nope|wait
    ^ no wait
    ^ no|nope|no_no|no_no_no|wrong|stop|incorrect|nah|not_like_that|not_that|ugh|argh|again|hey|\
wait|don't
"""

NEGATES = """
    ^ don't|do_not|never|not|no|stop|avoid *
    ^ use|take|prefer|it's|we_use|call|name ... not|instead|rather_than|never *
    * not|never|instead_of|rather_than *
    we|you|one don't|do_not|never|use *
"""

REQUEST = """
    ^ can|could|would|will you please|also|just|maybe? always|never !see|get|have|find|know|be|\
assume|access *
    ^ can|could|would|will you please|also|just|maybe? stop|not|avoid|remember|make_sure|\
from_now_on|only|save|note|keep|refrain
    ^ can|could|would|will you ... from_now_on|every_time|whenever|in_future|going_forward
    ^ can|could we please|just? always|never|stop
    ^ would you mind not|always|remembering
"""

BECAUSE = """
    because of?
    since we|it|the|they|this|that|our|i|you|there|he|she|its|my|otherwise|some|most|all|nobody
    so_that|so_we_can|so_i_can|so_it_can
    so we|it|they|you|i don't|doesn't|won't|never|always
    due to
    otherwise
    reason is|being|:
    the reason
    that's why|what|how|when|where|the_reason|because
    cause|cuz|bc we|it|the|they|this|that|our|i|you|there
    as the|our|we|it|they|this
    in order to
"""

THEREFORE = """
    > so !is|are|do|does|that|far|much|many|long|we_can|i_can|it_can
    therefore|hence|thus
    which|that means that?
"""

MANNER = f"""
    answer|answers|reply|replies|respond|responses|response|explain|explanations|explanation
    summary|summaries|summarise|summarize|verbose|terse|concise|brief|emoji|emojis|tone|polite
    formal|informal|apologise|apologize|apologising|apologizing|apologies|apology|sorry|praise|\
flattery|jargon
    headings|bullet_points|bullets|chatty|talk|speak|address_me|call_me|tell_me|ask_me|show_me
    small_talk|step_by_step|first_name|wording|pleasantries|lecture|disclaimers|recap|recaps
    explaining|answering|replying|lectures|short_version|lead_with|say_so
    in {TONGUE}
"""

LOCAL = f"""
    this|our|the {HOME}|app|service|product
    we|our|us|here|commit_messages|commits|comments|docs|changelog|branch_names|tests
"""

CONFIRMS = """
    that's|that_is|this_is|it's|exactly|just|precisely how|the_way|as i|we|i'd|we'd want|like|need|\
prefer|do|expect
    keep doing it|this|that|so
    keep|keep_on|continue doing|working|writing|using|it|that|this ... like|way|always|from_now_on|\
every_time
    same|likewise for|with|in all|every|any|each|future
    do|use|write|keep that|this|it|so|the_same .. every|each|all|always|from_now_on|in_future
    like that|this|so every_time|from_now_on|always|in_future|going_forward
    exactly .. way|like_this|like_that .. every_time|from_now_on|always|next_time
    always do|use|write|format|split|structure|work it|that|this|them|like|so|the_same
    always work|write|go this|that way
    more of that|this|these
"""

SETTLES = """
    ^ yes|yeah|yep|sure|definitely|absolutely|please please? always|every_time|each_time|from_now_on
    ^ always|never|never_ever $
    ^ no never|never_ever|not_ever $
    ^ no .. never
    ^ every time $
    ^ yes|yeah|yep|sure|definitely|absolutely|exactly|correct with|for|on|in|please? every|each|\
everywhere|always
    ^ yes|yeah|yep|sure|exactly please? all !of|right|good|the|them
"""
