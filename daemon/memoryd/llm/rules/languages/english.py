"""English, put together from its tables."""

from memoryd.llm.rules.wording import Wording

from . import english_doubts as doubts
from . import english_facts as facts
from . import english_frames as frames
from . import english_persons as persons
from . import english_places as places
from . import english_rules as rules
from .dates import ENGLISH_DATES

ENGLISH = Wording(
    dates=ENGLISH_DATES,
    common=(
        "the is are was a an and or of to in on for with that this it we you i i'm my me our us "
        "your they them he she his her not no be been have has had do does did can will would "
        "should must need from at by as but so if when what how who which there here before after "
        "any all only about than then out up into please don't never always"
    ),
    joins="and|but|so|then|just|please|instead|also|because|since|that's_why|although|though",
    remember=rules.REMEMBER,
    recall_that=rules.RECALL_THAT,
    standing=rules.STANDING,
    general=rules.GENERAL,
    prefers=persons.PREFERS,
    role=persons.ROLE,
    decides=facts.DECIDES,
    constrains=facts.CONSTRAINS,
    due=places.DUE,
    resource=places.RESOURCE,
    located=places.LOCATED,
    place=places.PLACE,
    unsure=doubts.UNSURE,
    once=doubts.ONCE,
    tasks=doubts.TASKS,
    condition=doubts.CONDITION,
    trouble=doubts.TROUBLE,
    passing=doubts.PASSING,
    inner=doubts.INNER,
    pointing=doubts.POINTING,
    vague=doubts.VAGUE,
    asks=doubts.ASKS,
    handles=doubts.HANDLES,
    reports=doubts.REPORTS,
    retract=doubts.RETRACT,
    declines=doubts.DECLINES,
    opener=frames.OPENER,
    informs=frames.INFORMS,
    corrects=frames.CORRECTS,
    negates=frames.NEGATES,
    request=frames.REQUEST,
    because=frames.BECAUSE,
    therefore=frames.THEREFORE,
    manner=frames.MANNER,
    local=frames.LOCAL,
    confirms=frames.CONFIRMS,
    settles=frames.SETTLES,
)
