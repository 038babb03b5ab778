"""What people type in English, and what it leaves behind: each line is one message."""

from datetime import UTC, datetime

import pytest

from memoryd.domain import MemoryType, Message, Patch, Scope, Speaker
from memoryd.llm import propose

WEDNESDAY = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)

USER, FEEDBACK, PROJECT, REFERENCE = MemoryType
OURS, MINE = Scope


def learn(*texts: str) -> list[Patch]:
    """Return what a person's *texts* leave behind; one with «agent: » is the agent's."""
    messages = [
        Message(
            speaker=Speaker.AGENT if text.startswith("agent: ") else Speaker.PERSON,
            text=text.removeprefix("agent: "),
            record=f"r{number}",
            at=WEDNESDAY,
            offset=number,
        )
        for number, text in enumerate(texts)
    ]
    return propose(messages, agent="claude-code", session="s1")


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


RULES = """
    i'd rather have small commits
    from here on out, put anything risky behind a feature flag
    going forward, tests live next to the code they test
    going forward all endpoints return problem+json
    from next sprint on every ticket needs an estimate
    make it a habit to run the linter before you hand over
    get into the habit of running the type checker first
    always ask before you touch the database
    never ever commit generated code
    don't commit without running the type checker
    don't use mocks for the database, spin up a container
    please don't push to main directly
    don't reformat files you didn't change
    i told you not to use wildcard imports
    i keep telling you: no default exports
    i've said it before, no print statements in library code
    whenever you add a migration, add its rollback too
    each time you change the schema, regenerate the client
    any time you touch the parser run the fuzz tests
    if you ever need sample data, use the generator script
    no more inline styles please
    no abbreviations in variable names
    commit messages should be in the imperative mood
    commit messages must start with the ticket number
    branch names start with the initials of the author
    every public function gets a docstring
    all new services need a health endpoint
    tests should never hit the network
    dates are always stored in UTC
    nobody pushes to main without a review
    new rule: two approvals for anything that touches auth
    house rule: no acronyms in names
    rule of thumb: one table per migration
    treat warnings as errors, always
    the rule here is two approvals
    the convention in our team is to prefix internal packages with x_
    only ever use the official sdk
    stick to the standard library whenever you can
    when writing sql, use upper-case keywords
    when naming branches use the ticket id
    you shouldn't touch the vendored files
    you're not allowed to edit anything under vendor/
    leave the generated files alone, always
    hands off the vendor folder
    please refrain from renaming public methods
    let's make it a rule that every bug gets a regression test
    let's not use barrel files anymore
    let's stick with plain css modules from now on
    as a rule we keep handlers under fifty lines
    by default write new modules in typescript
    it's important that we never log tokens
    make sure to always close the session in a finally block
    please use pathlib instead of os.path in future
    don't ever run migrations against prod yourself
    dont add dependencies without asking me
    pls never use any in typescript
    wrong, the api returns cents, never euros
    no no, use the repository class, don't query the table directly
    not like that: use keyword arguments, never positional ones
    stop, don't use sudo for that, use the wrapper script
    for database access we only go through the repository layer
    i need you to run the whole suite before you say you are done, every time
    remember, never delete a migration that has shipped
    it would be great if you could always add the ticket number to the branch
    would be nice if you ran the tests before pushing from now on
    nothing gets merged without green ci
    generated files must not be edited by hand
    secrets don't belong in the repo
    public methods are never renamed without a deprecation period
    i expect every fix to come with a test
    your commits should be small, one idea each
    we have a hard rule from finance that bookings are never deleted
    deploying on fridays is forbidden here
    stick with snake_case for the json keys
    tests first, then code
    small commits please, one thing each
    no comments that just repeat the code
    before you claim something works, run it
    i don't want to see any more todo comments
    don't guess versions, look them up
    when in doubt, ask
    no new dependencies without my ok
    you should always run mypy before you hand back
    next time run the linter first
    i said no mocks
    we log through structlog, never print
    don't use var, always const or let
    avoid inheritance
    error messages should tell the user what to do next
    error messages always start with a capital letter
    migrations must be reversible
    put new helpers in the shared package, not in the app
    new components go into the ui package
    commit messages in english, always
    keep functions under 40 lines
    please always give me the full command, not just the flags
    i want all public functions documented
    from now on branch from develop
    do not, under any circumstances, touch the prod config
    test names are full sentences in this repo
    rule number one: no network in unit tests
    always double check the timezone
    never assume utc
    you have to run make gen after every change to the proto files
    one migration per pr
    less talking, more code
    all deploys go through the release bot
    ok so we talked it over: no plugin system, ever
    stop summarizing what you did
    please don't mix refactoring and features in one pr
    could you stop renaming my variables
    don't touch vendored code, open an upstream issue instead
    enough with the mocks, use the fake server
    again: no wildcard imports
    why is there a print again? use logging, always
    nah, we don't do singletons here
    nope. dates are iso everywhere, not us format
    wrong approach, we never patch third-party code
    that's not how we do it: config comes from env vars, never from files
    i'd prefer if you'd ask first before installing anything
    the way we do branches: feature/<ticket>
    by convention, internal modules start with an underscore
    per our style guide, no abbreviations
    our guidelines forbid inline css
    we have a policy against committing binaries
    coverage must not drop below 90
    a pr should never be bigger than 400 lines
    prs need two approvals
    every bugfix needs a test
    public functions need type hints
    type hints everywhere please
    docstrings in google style
    always rebase, never merge
    prefer early returns to nested ifs
    prefer composition
    favor readability over cleverness
    use snake case for columns
    name tests after the behaviour
    never leave commented-out code behind
    don't leave debug prints in
    whatever you do, don't touch the migrations that are already applied
    under no circumstances push to production
    i want to approve every schema change myself
    run things in docker, never on the host
    wait for my go before you deploy anything
    check with me before you delete data
    give me options instead of deciding for me
    be blunt with me
    when i ask a question, don't change code
    questions are just questions, don't edit files when i ask one
    don't ever squash my commits, i need the history
    whoa, don't delete branches without telling me
    when you touch the parser also update the grammar file
    if you change an enum, bump the schema version too
    nothing user facing without a translation key
    less comments please
    code comments in english, please
    prefer boring solutions
    pick boring libraries over shiny ones
    i want tests with every change
    test data comes from the builder, never by hand
    never invent api names
    give me the diff, not the whole file
    always the diff, never the whole file
    one question at a time please
    henceforth tabs only
    third time i say it, no barrel files
    the golden rule is that nobody edits history
    from this day on we tag every build
    mark anything uncertain with a question mark
    don't touch my dotfiles
    every price has to have a currency
"""

MANNERS = """
    I'd like you to explain your plan before you edit anything
    please don't add trailing summaries to your answers
    keep your answers under five lines
    answer in German please
    spare me the lectures
    no need to explain git basics to me
    you don't need to explain basic python to me
    i'd rather get short answers
    i prefer bullet points in your explanations
    i want you to stop apologizing
    please stop starting every reply with praise
    don't ever apologise, just fix it
    skip the intro when you answer, always
    explain things to me step by step, always
    when you explain something, use a concrete example
    when answering, lead with the conclusion
    please be more concise
    going forward give me the short summary first
    answer briefly
    never ask me to run things you can run yourself
    when a test is flaky, tell me instead of rerunning it
    ask me before adding a dependency
    write docstrings in german
    only commit when i say so
    show me the plan before you write code
    talk to me in french
    no small talk
    skip the explanations, i know the basics
    just the code, no explanations
    log lines in english only
    when you're unsure say so instead of inventing things
    please cite the file and line when you explain code
    max one question per answer
    stop apologising and just fix it
    you don't have to be polite
"""

PERSONS = """
    i'd rather you asked than guessed
    i'd rather see a plan first
    i like my functions short
    i'm not a fan of decorators
    i'm a big fan of property tests
    i can't stand nested ternaries
    nested ternaries drive me crazy
    i find long functions hard to read
    I usually work late in the evening
    my preferred editor is helix
    i use vim keybindings everywhere
    i type on a dvorak keyboard
    personally I prefer early returns
    tables work better for me than prose
    i learn best from examples
    i tend to think in diagrams
    i love type hints
    i much prefer explicit loops to clever comprehensions
    i'm a backend dev
    i'm the only developer on this
    i'm the tech lead of the payments team
    I work in the data team
    i work for a bank
    I do mostly frontend
    i mostly do embedded work
    i'm responsible for the release process
    i run the infra team
    I lead the platform group
    I come from a Java background
    my background is in physics
    i've never touched kubernetes before
    i don't know much about css
    i know rust well but i'm new to async
    this is my first time with terraform
    i just joined the company
    i joined the team in january
    english isn't my first language
    i'm color blind so red and green are hard to tell apart
    i'm based in Lisbon
    i live in Toronto
    my name is Ines
    i'm still learning rust
    i'm self-taught
    I've got ten years of C++ under my belt
    i teach physics at a high school
    I handle the database side of things
    i take care of the deployments in our team
    call me Sam
    i spent 8 years doing embedded work
    I'm more of a backend person
    as a designer i don't read much code
    speaking as someone who maintains this package, i review every change myself
    i'm studying computer science
    i'm not a native speaker
    i don't have much experience with docker
    i have a background in statistics
    i'm on the security team
    im a nurse who codes on the side
    hi, i'm the new data engineer here
    btw i'm very dyslexic
    i don't do frontend
    i'm an sre, mostly terraform and go
    i'm not really a programmer, i do research in linguistics
    i'm the product owner
    i'm a student, this is my thesis
    im pretty new to all this
    i studied mathematics
    i only know a bit of javascript
    i work part time, mondays and tuesdays
    i maintain this library alone
    i am deaf so please no video links
    i work on a windows machine
    i'm on windows, so no bash
    i use emacs
    i like to see the failing test first
    i hate surprises in diffs
    i really dislike magic numbers
    i think better with diagrams
    i'm dyslexic, short paragraphs help
    coming from ruby, i find the type system confusing
    python is my main language
    go is new to me
    you can call me jo
    i'm the cto but i still code
    i'm a physician, not a programmer
    i'm a solo founder
    i've just moved from the java team
    i've never written a line of haskell
    i do devops for three teams
    i'm more at home in sql than in orm code
    my background: ten years of embedded c
    i was a teacher before, so explain things slowly
    i'm not technical
    i can't read german
    i can read python but not write it
    this is a hobby project of mine
    i'm left-handed and use a trackball
    i have adhd, long texts lose me
    i'm in the gmt+1 timezone
    i work from japan
    i maintain the docs
    i do the releases
    i'm the one who signs the releases
    i review every pr myself
    i'm allergic to clever code
    i think in sql
    i really like functional style
    i hate yaml
    i hate when tools phone home
    i can't deal with walls of text
    i value readability over speed
    i develop on an m1 mac
    my shell is fish
    my machine has only 8 gb of ram
    i'm on the road a lot so i mostly read on my phone
    i read everything on a phone, keep code blocks narrow
    i've done java for ages but kotlin is new territory
    i'm the sysadmin here, i don't write features
    i'm the new guy, started two weeks ago
    i'm a data person, not a web person
    i come from academia
    never used git before this year
    i'm okay with sql, weak at css
    regex is not my thing
    i understand code better when i see an example
    i get migraines from dark mode screenshots
    i'm partially sighted and use a screen reader
    i speak portuguese and a bit of english
    i'm responsible for whatever breaks at night
    i look after the build farm
    my job is release engineering
    i'm a big believer in small steps
    i care more about clarity than about speed
    i only work three days a week
    dark themes hurt my eyes
    my preference is for small files
    i'm rusty in c
    naming is important to me
    i mostly work on compilers
    i've been programming since 1995
    i have decades of experience with cobol
"""

FACTS = """
    we write changelog entries by hand
    we require two reviews for changes to billing
    for new tables we use uuid keys
    in tests we use real timestamps rather than frozen ones
    nope, we use pytest here, not unittest
    we don't squash commits
    fyi the load balancer strips the x-forwarded header
    btw the nightly backup starts at 2am
    just so you know, the billing module belongs to another team
    heads up: the legacy importer only reads latin-1
    for context, our largest customer is a hospital group
    for the record, the mobile app is frozen at version 4
    worth knowing: the sandbox resets every night
    good to know: the vendor throttles us at ten requests a second
    one thing you should know: the ids are not unique across tenants
    you should know that the printers only speak ipp 1.1
    important: the sensors report in fahrenheit
    keep in mind that customers in brazil pay by boleto
    don't forget that our clients are still on java 8
    bear in mind the kiosk has no keyboard
    remember we're on the eu cluster, not the us one
    pls remember the sandbox keys rotate every monday
    add to your notes: the demo tenant has no invoices
    we settled on postgres
    we went with tailwind in the end
    we've moved to trunk based development
    we're moving off heroku
    we're on python 3.12 now
    we are now on node 22
    we're standardizing on pnpm
    the team picked zod for validation
    we agreed to keep the monolith
    it's settled: graphql stays out
    the decision is final: no microservices
    decision: we keep rest
    decided: sqlite for the desktop app
    product signed off on the two-step checkout
    legal requires that we delete logs after 30 days
    the client insists on on-prem hosting
    we dropped support for internet explorer
    support for node 16 was dropped
    we will not support windows
    we're not going to support windows
    the public api is frozen
    payments are handled by a company in malmo
    auth goes through the identity gateway
    billing is owned by the porto team
    the search service belongs to team orion
    dana owns the release pipeline
    marta is taking over the mobile app
    our prod database is aurora
    we host everything in frankfurt
    we deploy on tuesdays
    we ship every other thursday
    we bill in euros
    the app targets android 9 and up
    we support the last two safari versions
    we aim for 80% coverage
    the bundle must stay under 200 kb
    we're a team of three
    there are two of us on this project
    production runs on arm
    the old cluster has been turned off
    jenkins is gone, we build with buildkite
    we replaced redis with valkey
    instead of cron we now use temporal
    we use grpc between the services now
    we're done with jquery, everything new is plain js
    nobody uses the old admin panel anymore
    the nightly job no longer exists
    we stopped using sentry
    the staging environment has been retired
    as of this week we deploy from main
    starting next sprint we work in pairs
    since january all invoices are sent as pdf
    after a long discussion we chose kafka over rabbitmq
    after yesterday's meeting it's clear: the rewrite is cancelled
    long story short: we keep the monorepo
    turns out the vendor only supports tls 1.2, so we stay on it
    we picked hetzner because it is cheaper
    the reason we avoid orms is the reporting queries
    the whole thing has to run offline because the ships have no internet
    the product is used by hospitals
    our users are mostly farmers with old phones
    we have to comply with hipaa
    the api has to stay backwards compatible
    the maximum upload size is 20 mb
    the v1 api stays until all partners have migrated
    we follow semver for everything public
    the project got renamed to kestrel
    we are two developers and one designer
    our budget for hosting is 200 euros a month
    refunds above 500 need a second approval
    the customer's servers have no internet access
    we run migrations on sundays because the shop is closed then
    we used to run on aws, now everything is on gcp
    we've given up on the plugin system
    management wants everything in one repo
    the printers in the warehouse can only handle labels up to 10 cm wide
    every customer gets their own database
    the backend team sits in krakow, so nobody answers before 8 utc
    the mobile apps are released by an agency, not by us
    our api keys are per tenant, not per user
    the data comes from a government feed that is updated once a day
    we're not allowed to store ip addresses
    personal data has to stay in the eu
    the project is open source under the mpl
    i talked to legal and we can't ship the font
    we've frozen the schema until the audit is over
    btw the ci machines have only 4 gb of ram
    the test data is anonymised every night
    our customers are schools, so summer is quiet
    the ops people restart the broker every sunday at 3
    jonas is the one to ask about licences
    maria has to approve every change to the pricing table
    tobias left the company, ask nora about the importer
    the gpu box belongs to the research group
    kim took over support from lee
    the firmware has to fit into 256 kb
    everything in the legacy folder is maintained by an external company
    we're a nonprofit, hosting has to stay free
    nobody in the team knows perl
    we treat the csv export as public api
    python 3.9 is out, 3.11 is the new minimum
    we ended up with sqlite
    the monolith stays
    last month we switched to monthly releases
    since the merger all our repos live on gitlab
    as of monday the nightly build runs on the new box
    from version 3 on, config files are toml
    let me give you some context: this tool is used by 12 translators who know nothing about git
    you can't know this, but the scanner reboots every six hours
    what you don't see in the code: the scale sends garbage in the first second
    we got rid of the queue, it's plain cron now
    the boss has decided: no stock photos in the product
    we're not on kubernetes, it's plain vms
    we don't have a qa team
    there's no staging environment
    we have three environments: dev, test and prod
    we have about 200 customers
    most of our users are on mobile
    90% of our traffic is from germany
    traffic peaks on mondays
    our busiest month is december
    the api is consumed by a partner, so we can't break it
    partners depend on the xml format
    the xml format is fixed by law
    gdpr says we have to delete accounts within 30 days
    the bank only accepts files before 3pm
    the rewrite was cancelled
    the migration to aws is off the table
    we're freezing features until the audit
    we are rewriting the backend in go
    we're in the middle of moving to react 19
    releases are monthly now
    standups are at 9
    alex is our security guy
    alex does the deployments
    for anything about billing talk to nadia
    nadia is out until june, sam covers for her
    sam replaces nadia as team lead
    the design team has the final say on colors
    copy has to be approved by marketing
    the client pays per seat
    we sell to hospitals
    the name of the product is changing to aurora
    internally we call it the beast
    when we say tenant we mean a school
    a "site" is what we call a customer location
    in our world an order is called a ticket
    an sku here means a bundle, not a single item
    the numbers come from sap
    the feed is updated hourly
    the backup runs at night, so no heavy jobs then
    we self host everything
    we're a windows shop
    we chose boring tech on purpose
    we keep two databases because of licensing
    latency matters more than throughput for us
    accessibility is a must for this client
    performance is not a concern here, correctness is
    cost is the main constraint
    the hard limit is 50 ms per frame
    max 2 mb per page
    battery life is the priority
    the target is a cortex-m0 with 16 kb of ram
    can you make the export smaller? the carrier charges per kilobyte on that link
    fix the date picker. weeks start on sunday for this customer
    hm ok but the till has no keyboard, only a touchscreen
    talked to ines, she wants the old urls to keep working forever
    just off the phone with the insurer, they demand two factor for all admins
    fine, we'll keep the old tokenizer then, the new one breaks their scripts
    forget mongo, it's postgres now and that's final
    changed my mind: ids are uuids, not integers
    correction: the limit is 25, not 20
    i misspoke, the gateway is run by telko, not by us
    small update, luis is now in charge of the ios app
    the guys from ops want logs as json on stdout, nothing else
    turns out the vendor's sandbox lies about dates
    we learned the hard way that the sensor drifts when it is cold
    our prod box has no swap
    here nobody deploys on fridays
    the cto doesn't want any google services
    they don't allow usb sticks on site
    there are exactly 14 stores and there will never be more
    since v4 the app is read only for guests
    we switched providers, mails go out via postmark now
    no, the tax rate is 7 percent for books
    the product is called tern in public, internally it's still p7
    support asked us to keep the error codes stable
    marketing owns the wording on the landing page
    we'll never ship a windows build
    we're staying with maven
    the relay needs at least 3 seconds to switch
    the test rig is nicknamed bertha
    pii stands for product item id here
    correctness is more important than speed
    for this product safety comes first
    postgres it is then
    the old crm is history
    we agreed to keep the monolith for good
    the two offices are in different timezones
"""

DATED = """
    the beta goes out on april 3rd
    we launch on the 20th
    code freeze starts next monday
    feature freeze is march 27
    the contract with the hosting company ends on 30 june
    the certificate expires in three weeks
    the client wants the report by the end of the month
    the demo for the board is next thursday
    we have until friday next week to hand in the paper
    submission deadline: 2026-04-15
    go-live moved from april 1 to april 15
    the pilot starts in two weeks
    support for v1 ends on 12/31/2026
    we sunset v1 by end of june
    the migration has to be done by may 1st
    anna's last day is april 30
    the trial runs out on the 25th
    the audit is scheduled for mid may
    we're shipping 2.0 on 4 may
    the release got pushed to june 1st
    the deadline slipped by a week to march 25
    i'm on parental leave from april 1 until june 30
    the old api will be switched off on 2026-09-30
    the new office opens on the 1st of may
    next tuesday we cut the release branch
    come june 1 the free tier is gone
    everything must be translated before the launch on may 12
    the freeze lasts from march 20 to april 2
    in two months the license runs out
    we need to be on the new provider by the end of q2
    the vendor shuts the old endpoint down on may 15th
    the next release is due at the end of the month
    the new pricing goes live on may 2
    we have to deliver by march 31
    deadline for the grant report is april 7
    the vendor cuts off tls 1.1 at the end of april
    elections are on june 14, nothing ships that week
    i hand in my thesis on july 1
    we're presenting to the board in ten days
    the intern starts on april 1
    from may 1 on the api requires oauth
    our cert runs out next thursday
    v2 is planned for september
    the conference is in the first week of june
    the freeze ends on the 30th
    we must have sso before the summer, latest june 20
    release is the 24th, not the 17th
    they moved the audit to april 21
    by the end of q3 the old stack has to be gone
    hard deadline is the 15th of may
    we go live in april
    golive is 1 june
    the contract runs until december 2027
    aws credits run out in november
    the next audit is in september
    the intern leaves at the end of june
    the summer release is planned for the 1st of july
    they will turn off the old gateway on friday
    node 18 is eol on april 30
    we have to renew the domain before may 5
    the fair is from may 4 to may 8
    need to be done with the migration by easter, so april 3
    the store listing has to be ready by the 28th
    heads up, the auditors come on april 14 and 15
    we're cutting the release branch on march 20
    we've promised the customer a fix by end of march
    the grant ends in august
    after june 30 nobody may use the old login
    until may 10 nothing gets merged to release
    from april on we have a new vat rate
    tax rules change on january 1
    the black out period is dec 10 to jan 8
    the pilot group starts next monday
    deadline moved again, it's may 22 now
"""

PLACES = """
    dashboards are at https://grafana.acme.example/d/1
    https://status.acme.example is the status page
    for api docs see https://docs.acme.example/api
    on-call questions go to #ops-help
    tickets: https://jira.acme.example/browse/ABC
    staging: https://staging.acme.example
    the error budget is tracked in datadog
    design docs live in notion
    specs are in the google drive folder specs 2026
    you'll find the runbooks in confluence
    the api spec is published at https://specs.acme.example/v2
    if the build agent dies, ping #build-support
    we track bugs in jira project abc
    customer complaints come in through zendesk
    the designs are in figma, file mobile 2026
    feature requests are collected in airtable
    everything about the data model is on https://wiki.acme.example/model
    incidents get announced in #incidents
    our sentry is at https://sentry.acme.example
    use https://flags.acme.example to switch features on
    the logs end up in kibana under prod-*
    the postmortems are on the wiki: https://wiki.acme.example/pm
    ask in #data-platform if you need a new topic
    the pager schedule is in pagerduty
    the design tokens are in figma
    mockups: https://figma.example/file/abc
    error reports land in sentry
    you can find the api docs here: https://api.acme.example/docs
    see https://wiki.acme.example/oncall for who is on call
    the vendor's manual is https://vendor.example/manual.pdf
    build logs are at https://ci.acme.example
    we announce outages in #status
    the release checklist lives in confluence
    translations are managed in https://weblate.acme.example
    if you need test cards, https://pay.acme.example/cards has them
    ci: https://ci.acme.example/main
    jira board is https://jira.acme.example/board/7
    wiki page for the protocol: https://wiki.acme.example/protocol
    the swagger is under https://api.acme.example/swagger
    grafana lives at https://grafana.acme.example
    bugs go in linear
    our docs are in confluence, space ENG
    the postman collection is in the team drive: https://drive.acme.example/x
    questions about infra go in #infra
    deploy notifications show up in #deploys
    the secret is in vault under billing/stripe
    the api key is in 1password, item stripe test
    the on call sheet is at https://sheets.acme.example/oncall
    anything legal goes to #legal
    screenshots of the old ui are on the drive: https://drive.acme.example/ui
    the protocol is documented here https://docs.vendor.example/p
    our backlog is in jira under APP
    monitoring is in datadog
    the wiki is outdated, the truth is in notion
    the password for the test account is in bitwarden
"""

KEPT = [
    *((text, FEEDBACK, OURS) for text in lines(RULES)),
    *((text, FEEDBACK, MINE) for text in lines(MANNERS)),
    *((text, USER, MINE) for text in lines(PERSONS)),
    *((text, PROJECT, OURS) for text in lines(FACTS)),
    *((text, PROJECT, OURS) for text in lines(DATED)),
    *((text, REFERENCE, OURS) for text in lines(PLACES)),
]


@pytest.mark.parametrize(("text", "kind", "scope"), KEPT)
def test_what_holds_for_good_is_kept_as_its_kind(text, kind, scope):
    patches = learn(text)

    assert {(patch.type, patch.scope) for patch in patches} == {(kind, scope)}


QUESTIONS = """
    which database do we use?
    do we always deploy on fridays?
    should we settle on postgres?
    where do the dashboards live
    is the deadline friday?
    why don't we use grpc
    did we decide on kafka
    who owns billing
    do you prefer tabs or spaces?
    what happens when the certificate expires on friday
    can we drop support for ie?
    so we use pnpm now?
    are we on node 22 already
    does production run on arm
    how do i make it a habit to write tests
    is it true that the release is on may 4?
    what's our policy on force pushes
    shouldn't we always validate input?
    have we moved to trunk based development
    any idea who owns the release pipeline
    was the old cluster turned off
    where are bugs tracked, jira or linear
    you said you never commit generated code, why did you
    which one do you prefer, i like both
"""

GUESSES = """
    suppose we settled on mongo
    if we went with mongo we'd need a new host
    we could move everything to lambda
    maybe from now on we should use tabs
    it might make sense to standardize on pnpm
    i'm thinking we should drop ie
    imagine billing is owned by another team
    let's say the deadline is friday
    i wonder if we should always lint
    we might go with tailwind, not sure yet
    we haven't decided on a database yet
    probably we will move off heroku
    one day we'll be on kubernetes
    i guess we use redis for that
    i think the release is on may 4
    it would be nice to have dark mode
    we were thinking of moving to gcp
    perhaps it's better to keep the monolith
    what if production ran on arm
    hypothetically, if all deploys went through a bot, what breaks
    i'm considering rust for the parser
    in theory we support windows
    say we replaced redis with valkey
    we had been planning to use kafka
    we almost went with svelte
    i would have gone with postgres
    let's discuss whether we want to move off heroku
    depends on whether legal requires it
    if the client insists on on-prem hosting we are in trouble
"""

TASKS = """
    add a rule that passwords must be 12 characters long
    implement the endpoint so it always returns 200
    fix the bug where users must log in twice
    write tests for the payment service
    make sure the modal closes when you click outside
    the button should be blue
    the function should return null when the list is empty
    users must be able to reset their password
    each row needs a delete icon
    every test should pass now
    the list has to be sorted by date
    all inputs need labels
    i need this by tomorrow
    please finish this by tonight
    use the second option
    use async here
    don't change the tests
    don't touch anything else
    don't worry about the tests
    don't forget to run the tests
    never mind the tests
    stop the server
    ship it
    go with option b
    we need to fix the login first
    we should fix the header too
    when the user clicks save, show a dialog
    when you're done, open a pr
    before you start, read the readme
    after that, run the tests
    if the test fails, retry once
    when finished push the branch
    just use port 4000
    i'd like you to add a button
    i want a dashboard with three charts
    i want you to look at the parser
    let's move the helper into utils
    let's use a set instead of a list
    build a landing page for a bakery that is open every sunday
    the page must show the phone number, never hide it
    create a user who lives in berlin and works as an engineer
    write a blog post about why we moved off heroku
    add a banner that says the shop is closed on sundays
    schedule a job that runs every night at 2am
    send the report by friday
    please be careful with the migration
    don't do that
    don't delete it yet
    don't use that one
    please use the other endpoint
    replace redis with valkey in the compose file
    switch the tests from unittest to pytest
    update the readme, we're on python 3.12 in the badge but 3.11 in the text
    stop deleting the fixture in this test
    the error message must be shorter
    the tooltip should never cover the button
    when i hover the row, always highlight it
    add a toggle, i want users to be able to switch themes
    have the worker retry three times before it gives up
    next, wire the form to the api
    now add the same check to the other handler
    we need a new endpoint that lists the invoices
    the endpoint needs to return 404 for unknown ids
    make the tests pass without touching the fixtures
    try again with a smaller batch
    let's get this merged today
    i need to present this on friday, so hurry
    if you need to, change the signature
    you can delete the old file
    you need to import it first
    you must escape the quotes in that string
    give me a short summary of the diff
    keep the old name
    keep going
    use tabs in this file
    explain the second function to me
    answer the question in the issue
    reply to anna's mail and say that we launch on the 20th
"""

PASSING = """
    tests are red on main at the moment
    i'm on a train so i may be slow
    i'm tired
    i'm in a meeting until 3
    staging is down
    ci is slow today
    for now we use sqlite
    we're using a mock temporarily
    until the fix lands, pin to 1.2
    i'm on my laptop right now
    the deploy is running
    i have a branch open for this
    i just merged your pr
    we got 3 failures
    we lost the connection
    i renamed the file
    i committed the change
    i replaced the regex with a parser
    i dropped the table and recreated it
    i went with option b here
    we merged both branches
    i've switched to the other branch
    we moved that into a helper
    we changed the signature of that function
    i'm on branch feature-x
    i'm in the wrong directory
    i'm working on the login page
    i'm done with the first part
    i'm the one who broke it
    i'm with you
    i'm at line 40
    i'm getting a timeout
    i ran it twice and it failed
    btw nice work
    btw the tests are green now
    fyi i pushed the branch
    fyi the build failed again
    btw i fixed the typo
    by the way, can you rename the file
    heads up, i'm about to force push
    it works on my machine
    my editor crashed
    my name is not shown in the header
    my changes are gone
    i live in this file all day
    we have a bug in the login
    we have three failing tests
    we are nearly there
    we're back at square one
    we're stuck on this
    the build takes forever
    the server is running on port 3000
    the disk is full again
    there are two errors in the log
    there are three tests that fail
    the api is returning 500s since this morning
    we are blocked by the outage
    i can't log in
    i don't know why it fails
    i don't know what this does
    i have no idea what you mean
    i need a break
    i have to leave in ten minutes
    i handle that below
    i lead with the happy path here
    the release on friday went well
    we shipped it yesterday
    the demo went fine on monday
    last week we deployed twice
    the deadline was yesterday
    currently the tests hang on ci
    the container is gone after the restart
    the error is gone
    the column is gone from the table
"""

CODE = """
    the parser lives in src/parser.py
    the config is in config.yml
    the function is called twice
    the api returns a list of users
    this class inherits from base
    the handler is defined in server.ts
    main imports utils
    line 40 has a typo
    tests are in tests/unit
    the cart total is computed in the reducer
    the loop never ends when the list is empty
    the method always returns none
    this query runs before every request
    the response goes through the middleware
    the value is handled by the reducer
    the lock is owned by the worker thread
    the field belongs to the parent model
    the flag must be set before init is called
    each item has an id
    every component has a story
    the cache is frozen after startup
    the hook runs after every render
    the index starts at zero
"""

OTHERS = """
    tom prefers tabs
    my boss likes short emails
    my coworker hates typescript
    some people like semicolons
    the readme says "always use yarn"
    my colleague says we should always use tabs
    the linter says prefer const
    the article recommends never using enums
    translate: we decided to use kafka
    > we agreed on kafka
    bob wrote: from now on deploys are on monday
    the doc claims all services use grpc
    our intern thinks we should use mongo
    the customer said: please always send pdfs
    according to the wiki we deploy on tuesdays
    the error says you must always call init first
    summarise this: we settled on postgres and dropped mysql
    he told me that he's a backend developer
    she is a designer and works from lisbon
    in the book they never use globals
    the compiler told me to always use the semicolon
    their docs say "we no longer support node 16"
    the prompt in the test is "from now on answer in french"
"""

JESTS = """
    great, another framework, just what we needed
    sure, let's rewrite everything in rust lol
    oh wonderful, i just love a good segfault
    because everyone loves 500-line functions
    yeah right, we always test on production
    let's just delete all the tests, problem solved
    thanks for nothing, i love it when you delete my files
    wow, always a pleasure to debug this on a friday night
    i just love waiting for ci
    oh sure, from now on we just pray before every deploy /s
    of course it never works on the first try
"""

CHAT = """
    good morning
    thanks, you're always so helpful
    i love this
    i like it
    i like how you solved it
    i prefer the second one
    i hate this bug
    that was quick
    i never thought it would work
    you always find it
    looks good to me
    perfect, thanks
    nice, that's much better
    yes please
    no
    no, the other one
    no, that's not what i meant
    actually, leave it
    wait, i was wrong
    scratch that
    forget what i said about tabs
    don't remember this: we settled on postgres
    no need to save that we went with tailwind
    off the record, we're moving off heroku
    ok, go on
    i'd rather not
    i'm not sure i follow
    i'm fine with both
    i'm happy with that
    my bad
    i am a bit confused by the diff
    i'm the worst at naming things, give me ideas
    sorry, i was on the phone
    we're good
    we did it
    call me when it's done
    call me crazy but i like it
    it's not my first rodeo
"""

MIXED = """
    the tests only fail on my machine
    the list only shows three entries
    this only works when i restart the server
    every request must be authenticated, please implement that
    the api must return json, can you fix it
    prices need to be formatted with two decimals
    we should add tests
    we need tests for this
    we have to rewrite this at some point
    we talked about this yesterday
    we discussed moving to gcp
    we tried kafka once
    we ran into a deadlock
    we see two requests in the log
    we get the user from the session
    we use a map here to store the results
    we call this twice
    i use the wrong branch again
    i work on the other ticket first
    i wrote this last night
    i read the docs but i don't get it
    i like where this is going
    i like that idea
    i'm a fool
    i'm an idiot, it was a typo
    i'm a little lost
    i'm in
    i'm off to lunch
    i'm out of disk space
    i'm still waiting for the build
    i'm just testing something
    i'm at the office today
    i come back to this later
    i don't want to merge this yet
    i have two questions
    i have to restart my machine
    i've been looking at this for hours
    i've never seen this error before
    in my branch the test passes
    in production we get a 500
    in this test we expect an error
    the new version is slower
    the deploy failed again on friday
    the meeting is in ten minutes
    the meeting with anna is tomorrow at 3, i need slides
    can you have it done by friday?
    please have this ready by monday
    i'll look at it on monday
    i will be back on thursday
    let's continue tomorrow
    remind me tomorrow to call tom
    make a countdown to june 14
    add june 14 to the list of holidays
    the invoice of may 2 is wrong
    the entry from 2026-05-02 is missing
    birthdays on feb 29 crash the import
    don't commit yet
    don't run it
    don't ask me, just do it
    don't be silly
    don't rename it
    don't use a loop, use map here
    don't use recursion for this
    use a dict instead of a list
    use the second approach, not the first
    use dark mode colors for the chart
    only change the header
    only the first test fails
    no changes needed
    no errors this time
    no tests ran
    always the same error
    never seen that before
    never heard of it
    never worked for me
    keep the tests green while you refactor
    keep it up
    leave it as is
    run the tests before you commit this
    check the logs first
    ask the user for their name before you submit the form
    before submitting the form, validate the email
    when submitting, disable the button
    when loading, show a spinner
    when parsing fails, raise an error
    after login, redirect to the dashboard
    if the token is expired, refresh it
    if you find a bug, fix it
    whenever the value changes, emit an event
    each time the timer fires, redraw the chart
    every time i run it i get a different result
    every time you run this it breaks
    make it so that every user gets an email on signup
    make sure every test has a name
    put the button on the right
    put this in a separate file
    write it in german
    write a summary of the meeting
    answer this: what is a monad
    it has to be faster
    it must be the cache
    it should always be sorted
    it never stops
    that's always been the case
    that must be wrong
    the value must be positive
    the password must have 8 characters
    the page has to load in under a second, please optimise the queries
    customers can order up to five items, add a check for that
    a customer has many orders
    an order belongs to a customer
    the scheduler runs every five minutes and calls sync()
    the job runs on the worker queue
    the service runs on port 8080
    the parser only accepts utf-8
    the endpoint only accepts post
    the constructor requires two arguments
    the test needs a running database
    the table is owned by postgres
    the module is used by three others
    main is broken
    your last commit broke the build
    your tests are failing
    your summary is wrong
    our build is red
    our app crashes on start
    our login page has a typo
    our header is too big
    the app is slow
    the app only starts on the second try
    the customer sees an error page
    the customer complains about slow pages
    the client disconnects after a minute
    the vendor is looking into it
    the team is at lunch
    security is important
    product pages are missing images
    everyone is asleep
    they changed the api again
    they said it would be done by friday
    he wants it done by friday
    tom is looking into it
    decision trees are fun
    agreed, let's do it
    fyi i'm working on the other branch
    fyi the file is missing
    important question: does it scale?
    careful, the diff is large
    note the trailing comma
    turns out i was on the wrong branch
    turns out the cache was stale
    the problem is the cache
    the thing is, i have no time today
    the error is in line 5
    the fix is in the last commit
    the branch is ready for review
    the pr is at https://github.com/acme/x/pull/4
    see https://stackoverflow.com/q/1
    open https://shop.acme.example and take a screenshot
    https://shop.acme.example/cart is broken
    the screenshot is in slack
    i posted the error in slack
    i'll ask in #dev
    the issue is in jira, i'll look later
    close the ticket in jira
    maybe use redis
    would redis be better
    i'd say redis
    i'd rather use redis here
    i would prefer redis in this case
    it's easier for me if you do it
    works for me
    sounds good to me
    this is my second attempt
    as a test i renamed it
    as a user i want to log in
    as an admin i can delete users
    years of work for nothing
    for the moment use http
    for this endpoint use post
    for each user send an email
    in the test use a fake clock
    by default the button is disabled
    by default show ten rows
    please don't merge the pr
    could you stop the server
    don't touch the header component
    you forgot the import
    you forgot to close the file again
    how often do i have to run this
    why is there a print
    that's not how it works
    i'd prefer the other name
    it'd help if you listed the files
    the way it works: the parser reads the file
    by the way the parser reads the file twice
    coverage dropped below 90
    there are warnings
    the pr is too big
    prs are piling up
    the bugfix needs a test
    each service has its own table in the schema file
    add type hints everywhere
    add docstrings to the public functions
    rebase on main
    rebase instead of merging this time
    use snake case for this column
    name it after the ticket
    leave it for later
    don't leave, i have more
    push to production
    i want to see the schema change
    run it in docker
    commit when the tests pass
    wait for the build before you deploy
    delete the data
    show me the plan
    give me options
    talk me through this function
    skip the failing test
    just the first one
    when i click the button nothing happens
    when i run the tests i see a warning
    i'm the reviewer on this pr
    i'm moving the file
    i've just moved the file
    i've never seen it fail
    i've never run this locally, does it work
    i do see the point
    i do have the file open
    i was a bit too fast there
    i'm not convinced
    i'm not there yet
    i can't read the log
    i can read the file now
    i only have one test left
    this is a known bug
    this is a mess
    i have a meeting, back later
    i have a conflict in package.json
    i have node 20 installed
    i'm in the debugger
    i'm in the middle of something
    i maintain my position
    i do the merge
    i'm the one asking
    i review the diff now
    i think in this case it's fine
    i like the new design
    i like that it is fast
    i hate this error
    i hate when this happens
    i can't deal with this right now
    i usually get this error on firefox
    i developed a fix
    my shell hangs
    my machine crashed
    my machine is out of memory
    we're not there yet
    we don't have a test for this
    we don't have the file
    there's no file with that name
    there's no error anymore
    there is no test for that
    we have three open prs
    we have two failing jobs
    we have a problem
    we have to be careful here
    most of the tests pass
    most of the time it works
    90% of the tests pass
    the app is only showing a blank page
    the api is called twice
    the api is consumed by the frontend component
    the function depends on the xml format
    the format is wrong
    the spec says we have to delete it
    the old system is still running
    the rewrite was fast
    the migration was fine
    the migration to the new folder is done
    we're freezing
    we are rewriting the test
    we're in the middle of the rebase
    the plan is to refactor this first
    the release is cut
    alex is here
    alex does not like it
    alex is working on it
    talk to you later
    nadia is out today
    sam replaces the string with an int
    the design looks good
    the copy button has to be aligned
    the client sends the request twice
    we sell this function short
    we call it in main
    when we say save we call persist
    what we call a site
    the order is called after the ticket
    the numbers are wrong
    the feed is empty
    the backup is running
    the build server is down
    we host the image
    we chose the wrong index
    the reason for two loops is the nested list
    we keep two pointers
    latency is high
    performance is bad
    cost is computed in the reducer
    the limit is wrong
    the limit is reached
    max retries exceeded
    the target is missing
    the deadline field is null
    is the deadline fixed
    what deadline
    hard to say
    the go-live was great
    we went live on monday
    the contract test fails
    aws is down
    the next test is in the other file
    the intern broke it
    they turned off the gateway on friday
    node 18 is installed
    i renewed the domain on may 5
    the entry is from may 4
    from 4 to 8 items per page
    review the client code on thursday
    the next one is easier
    here's the failing run: https://ci.acme.example/run/99
    look at the jira ticket https://jira.acme.example/browse/X-1
    i found this on https://stackoverflow.com/q/123
    can you open https://grafana.acme.example
    my pr: https://github.com/acme/x/pull/9
    https://github.com/acme/x/issues/4 has the details
    fix https://github.com/acme/x/issues/4
    the linear layout is off
    the vault is empty
    the secret is wrong
    the api key is invalid
    ok do it
    ok do that for all of them
    yes, rename all of them
    yes do all
    always? really?
    never?
    sure, why not
    from here it's easy
    from now on? or just today
    as always, great work
    as usual it fails on ci
    like always
    never mind, i'll do it
    never mind that
    don't mind me
    no way
    no worries
    no need
    no need to test it
    no need to change the tests
    no more questions
    no more errors
    no it's fine
    not now
    not yet
    not always
    not in this pr
    not a fan of this diff, redo it
    make the export smaller, it's too big
    rename the flag
    why 30 seconds
    the csv has an extra column
    the till is broken
    talk to ines
    i talked to ines, she is fine with it
    just off the phone, back now
    quick note: i pushed
    the meeting is over
    ok decision made, merge it
    fine, keep it
    scrap it
    forget it
    forget about the tests
    changed my mind, do the first one
    correction: line 40, not 41
    i misspoke, i meant the other file
    small update: tests are green
    the guys are waiting
    turns out it was a typo
    we learned a lot
    the box is empty
    note that the test is skipped here
    nobody cares
    nobody knows why it fails
    there are exactly 14 rows in the table
    there are 3 files
    since the last commit it is broken
    we switched the two lines
    no, the second one
    prod is down
    we renamed the file
    the function is called tern
    don't squash
    whoa, don't delete that
    again it failed
    when you touch the parser again, fix this too
    if you change the enum, the test breaks
    everything works
    everything is broken
    nothing works
    nothing happens when i click
    log the error in english
    could we look at the logs
    let's agree to disagree
    you ask a lot
    you are too fast
    less is more
    pick one
    pick the second library
    i want tests for this change
    i want the tests to pass
    mark it as done
    when you're done say so
    please cite the source in the footer
    give me the diff
    always the same
    one question: does it work
    one moment please
    max is undefined
    max one retry left
    use metric units in the chart
    i'm on the road
    i read it on my phone yesterday
    i've done it
    i've done the first part
    i'm the new owner of this bug
    i'm a bit slow today
    i come from the other thread
    never used that function
    first time i see this error
    i'm okay
    i'm okay with that
    regex is not matching
    i understand
    i understand the code now
    i get it
    i look at the build now
    my job failed
    my job is stuck in the queue
    i work on it
    i have kids screaming in the background
    i care about this one
    the store is empty
    they come later
    we're cutting corners here
    we've promised nothing
    the loop ends in the second branch
    after that nobody may use it
    until then skip the test
    the rules changed yesterday
    the period is missing at the end of the sentence
    the sheet is at the bottom of the page
    take the icons from the assets folder
    the drive is full
    the icon is documented
    the account is locked
"""

DROPPED = [
    text
    for group in (QUESTIONS, GUESSES, TASKS, PASSING, CODE, OTHERS, JESTS, CHAT, MIXED)
    for text in lines(group)
]


@pytest.mark.parametrize("text", DROPPED)
def test_what_does_not_hold_for_good_is_not_kept(text):
    assert learn(text) == []
