"""Portuguese, of Brazil and of Portugal."""

from memoryd.llm.rules.wording import Wording

from .dates import PORTUGUESE_DATES
from .portuguese_words import (
    DAYS,
    EACH,
    FILLER,
    FRILLS,
    JOB,
    NOW,
    RUN,
    SETTLED,
    STATES,
    TEXT,
    THEY,
    THING,
    TONGUE,
    UNIT,
    USE,
    WE_USE,
    WORK,
)
from .services import SERVICES

PORTUGUESE = Wording(
    dates=PORTUGUESE_DATES,
    common=(
        "o a os as um uma de do da dos das e ou é são não que em no na por para se ao meu nosso "
        "como mas mais sempre nunca está isso você pra sem sobre desde até todo todos toda cada "
        "já aqui me te nos eu tu seu sua muito também só quando vai vão ser deve tem agora foi "
        "era à às pelo pela num numa esse essa este esta tudo nada porque assim gente"
    ),
    joins="e|mas|porque|pois|então|também|além_disso|senão|por_favor|aí|ou",
    remember="""
        ^ lembra|lembre|lembre-se|lembra-te|lembrem-se|memoriza|memorize|anota|anote|guarda|guarde|\
salva|salve|registra|registre|grava|grave|tenha_em_mente|tem_em_mente|leve_em_conta isso|isto|aí|\
bem|por_favor|na_memória|sempre|também|de|disso? que|:
        ^ lembra|lembre|lembre-se|memoriza|memorize|anota|anote disto|disso|isto|isso|o_seguinte
        ^ não esquece|esqueça|esqueças|te_esqueças|se_esqueça de? que|:
        ^ para o_futuro|mais_tarde|lembrar|referência_futura|sua_memória :
        ^ nota|lembrete para_o_futuro|permanente? :
        ^ guarda|guarde|coloca|coloque|põe|adiciona|adicione .. na memória|tua_memória|sua_memória :
        ^ quero|preciso que lembre|você_lembre|memorize|anote|você_anote que
        ^ tem|tenha|tenham|leva|leve em conta|atenção|mente que|:
        ^ fica|fique|fiquem sabendo|a_saber|ligado|claro|registrado que|:
        ^ saiba|sabe|convém_saber que
        ^ não te|se|vos? esqueças|esqueça|esquece de? que|:
        ^ que não te|se esqueça|esqueças|esquece de? que|:
        ^ pra|para lembrar|sua_informação|tua_informação|constar|ficar_registrado :
        ^ só pra você_saber|tu_saberes|constar :
    """,
    recall_that="""
        lembra|lembre|lembre-se|anota|anote|guarda|guarde|memoriza|memorize|salva|salve|grava|\
grave disso|isso|isto|disto por_favor|na_memória|aí? $
        não esquece|esqueça|se_esqueça|esqueças disso|disto|hein? $
        anota|guarda|lembra|memoriza aí|isso_aí $
        não se|te esqueça|esqueças|esquece disso|disto|hein? $
        tem|tenha|leva|leve isso|isto em conta|mente|atenção $
        fica|fique a? dica|registrado|anotado $
    """,
    standing=f"""
        a partir de|desta agora|hoje|vez
        de agora|hoje|aqui em diante
        daqui em|pra|para diante|frente
        doravante
        no futuro|próximo por_favor|sempre|nunca|não|use|usa|evite *
        da próxima|na_próxima vez *
        não volte|volta|voltes a *
        > não !*mos *e|*a|*es|*as|*em .. mais|de_novo|outra_vez
        nunca mais *
        para|pare|parem|deixa|deixe|chega de *
        é|são|está|fica|ficam terminantemente|estritamente|totalmente? proibido|proibida|proibidos|\
proibidas|vetado|obrigatório|obrigatória|obrigatórios|obrigatórias|intocável
        toda|cada vez que
        sempre que você|for|fizer|mexer|mudar|alterar
        antes|depois de cada|todo|qualquer commit|push|merge|release|deploy|mudança|entrega|\
alteração
        em cada|todo commit|push|merge|release|deploy|pr *
        neste|nesse|nosso|no|nesta|nossa repo|repositório|projeto|time|equipe|equipa|código|\
empresa .. sempre|nunca|não|só|usamos|a_gente|tudo|todos|fazemos
        nossa|a|uma regra|convenção|norma|política é|:
        por via de_regra
        como regra|norma *
        sem minha|a_minha|nossa|perguntar|me_perguntar|avisar|me_consultar aprovação|revisão|\
permissão|antes|primeiro|*
        me_pergunte|pergunta-me|me_avise|me_avisa|me_consulte|pergunte sempre|antes|primeiro *
        já te|lhe disse|falei
        eu_já|já falei|disse que|para|pra
        não quero que|mais|nenhum|nenhuma|*
        quero que sempre|nunca *
        responde|responda|responde-me|responda-me|me_responde|me_responda|fala|fale|escreve|\
escreva .. em {TONGUE}
        ^ sem|nada_de|menos|chega_de|evita|evite|dispensa|dispenso os|as|o|a|tantos|tantas? {FRILLS}
        > trata-me|me_trata|me_trate|me_chama|me_chame por|de *
        > sê|seja|sejam mais|menos breve|conciso|concisa|claro|direto|direta|detalhado|sucinto *
        mais breve|curto|conciso|claro|direto daqui|da_próxima|a_partir|no_futuro
        já te|lhe|vos disse|falei|pedi|avisei
        vê|veja se_não|se_para|se_evita *
        me_pergunta|me_pergunte|pergunta-me|pergunte-me|me_consulta|me_avisa sempre|antes|primeiro *
        depois|em_seguida ... sempre|toda_vez $
        > mantém|mantenha|conserva este|esse|o formato|estilo|tom *
        sempre|favor em {TONGUE} $
        gostaria|queria|prefiro que ... sempre|nunca
        fica|fique|continua|continue|melhor no|em {TONGUE}
    """,
    general=f"""
        ^ não * ... sempre *
        ^ nada de *
        ^ só|somente|apenas *mos *
        > sempre me *e|*a|*es
        > sempre|nunca|jamais !{STATES} que|use|usa|faça|faz|*ar|*er|*ir|*e|*a|*em|*am
        ^ !{THING} * sempre *
        > !{THING} *a|*e|faz|põe sempre|nunca *
        ^ não * nunca|jamais|mais
        > não * nunca|jamais *
        evita|evite|evitem *ar|*er|*ir|o|a|os|as|usar
        temos|devem|devemos|deveria|pode|podem|podemos|precisa|precisam que|de? sempre|nunca|jamais
        sempre|nunca devem|temos_que|tem_que|precisa|devemos *
        não se deve|devem|pode|podem|usa|usam|mexe|mexem *
        não deve|devem|devemos|podemos|pode|podem *
        sempre|nunca|jamais|somente|exclusivamente em|com|sem|dentro_de|sobre|por|ao|no|na|como \
!erro|o_mesmo|a_mesma|esse|essa|este|esta|mim|vermelho *
        ^ {EACH} ... deve|devem|tem_que|têm_que|tem_de|têm_de|precisa|precisam|leva|levam|exige|\
exigem|começa|começam|passa_por|passam_por
        ^ * vai|vão|fica|ficam|se_põe ao_lado|junto|dentro|debaixo|sempre|sem *
        é melhor|mais_vale nunca|não|sempre *
        > procura|procure|tenta|tente|cuida_para|evita|evite não|sempre|nunca|que *
        > não mexe|mexa|mexas|toca|toque|toques|altera|altere|edita|edite nos|nas|os|as|nada|\
nenhum|nenhuma|nem
        > usa|use|utiliza|utilize|põe|coloca !o|a|os|as|este|esta|esse|essa|isso|isto * .. em_vez|\
ao_invés|e_não|não
        > não use|usa|uses|coloca|coloque|ponha|escreva|crie !o|a|este|esta|esse|essa|isso|isto|os|\
as *
        * nunca|jamais|sempre são|podem|devem *
        aqui|a_gente os|as|o|a * fica|ficam|vai|vão|são|é
        por|em cada? {UNIT} $
        ^ um|uma * só por|em *
        ^ um|uma só|único|única * por|em *
        ^ nenhum|nenhuma * .. em|no|na|ao|sem *
        ^ nunca|jamais !{STATES} * .. em|sem *
        * se escreve|escrevem|nomeia|chama|põe|guarda|escreve-se|chama-se em|com|sem|dentro|como|\
assim
        > se_diz|diz-se|escreve-se|chama-se !que *
        ninguém * .. direto|diretamente|sem|salvo|nada *
        não se|a_gente !vê|sabe|entende|pode * nada|nenhum|nenhuma|direto|diretamente
        > me_diz|me_diga|diz-me|me_avisa|me_avise|avisa-me|me_mostra|me_mostre|mostra-me|\
me_pergunta|me_pergunte ... quando|se|antes|cada|sempre|logo *
        ^ quando|se|em_caso * ... me_diz|me_diga|diz-me|me_avisa|avisa-me|me_mostra|mostra-me|\
quero_ver|quero_que|prefiro *
        nunca|sempre *ados|*adas|*idos|*idas|*ado|*ada
        sempre|nunca *amos|*emos|*imos *
        > aqui|a_gente|nós sempre|nunca|só|jamais *
        a_gente sempre|nunca|só|jamais *
        só se|são|é|pode|podem|* * com|depois|após|se|quando *
        só com|depois|após|se *
        > sempre|nunca|jamais o|a|os|as *es|*as|*em|*am|*a|*e
        > não me pergunt*|explique|expliques|explica|mande|mandes|peça|peças|avise|interromp*|mostre
        passa|passam|vai|vão primeiro|antes por|pela|pelo *
        tem_que|têm_que|tem_de|deve|devem .. sempre|nunca
    """,
    prefers=f"""
        > eu|nós|a_gente? pessoalmente? prefiro|preferimos|prefere !isso|isto|essa|esse|este|esta|\
o_primeiro|a_primeira|a_segunda|o_segundo|a_opção *
        > eu|nós|a_gente? gosto|gostamos|gosta|adoro|adoramos !disso|disto|dessa|desse|dessa_ideia *
        > eu|nós|a_gente? não gosto|gostamos|gosta|curto|suporto|suportamos !disso|disto|dessa|\
desse|de_como *
        odeio|odiamos|detesto|detestamos !isso|isto|essa|esse|este|esta *
        me|nos basta|bastam|chega|irrita|irritam|incomoda|incomodam *
        basta-me|chega-me|irrita-me|incomoda-me *
        minha|meu|minhas|nossa preferência|preferências|preferido|preferida|favorito|favorita é|\
são|:
        uso|escrevo|trabalho|programo|leio sempre|normalmente|geralmente|habitualmente|\
quase_sempre|só|apenas *
        sempre|normalmente|geralmente|habitualmente uso|escrevo|trabalho|programo|leio|usamos|\
trabalhamos *
        para|pra mim .. melhor|mais *
        > eu? costumo|costumamos|tenho_o_hábito *
        > me|a_mim irrita|irritam|incomoda|incomodam|cansa|cansam|atrapalha|agrada *
        > eu? acho|achamos .. mais|melhor|pior|horrível|insuportável|chato|ótimo
        > não aguento|tolero|suporto *
        > sou|somos mais|muito|fã|adepto|adepta de|do|da *
        meu|minha hábito|costume|estilo|editor *
        não preciso|precisa|quero|é_preciso .. {TEXT}
        * me|já_me basta|bastam|chega|serve *
    """,
    role=f"""
        > eu? sou .. {JOB}
        > eu? trabalho !em_andamento|pendente|feito|nisso|nisto como|em|no|na|de|para|com|desde|\
sobre|numa|num *
        sou|estou !eu|de_novo .. novo|nova|responsável|daltônico|surdo|cego|canhoto|canhota|\
encarregado|encarregada
        estou à_frente|a_cargo|baseado|baseada|aprendendo|começando|a_aprender|no_comando *
        > eu? cuido|lidero|dirijo|mantenho|gerencio|coordeno|ensino do|da|o|a|de|um|uma|dos|das
        anos|décadas de experiência
        * há .. anos|meses
        nunca usei|programei|trabalhei|escrevi|mexi|fiz *
        não tenho|conheço|sei|domino|falo|entendo|manjo muita|experiência|muito|nada|bem|\
quase_nada !por_que|qual|se *
        meu|minha nome|papel|cargo|profissão|fuso|fuso_horário|língua_materna|especialidade|\
trabalho|formação|área|idioma é|está|são
        me_chame|chame-me|chama-me|me_chama de|por *
        falo|leio só|pouco|apenas *
        > eu? venho|vim !de_ver|de_fazer|de_testar|de_rodar|de_subir|aqui|amanhã da|do|de|desde *
        > eu? moro|vivo|resido|fico !no_trem|no_comboio|nisso|nesta|aqui|sem|com em|no|na *
        > de|sobre * não|pouco|quase sei|entendo|percebo|domino *
        > não entendo|manjo|percebo|sei muito|nada|quase_nada|grande_coisa|lhufas de|sobre|do|da
        * é|são novo|nova|novos|novidade|grego para_mim|pra_mim
        sou eu que|quem *
        > programo|escrevo|uso|trabalho|mexo .. há|desde|faz .. anos|ano|meses
        > eu? fiz|estudei|me_formei|sou_formado|sou_formada|formei-me faculdade|licenciatura|em|\
graduação *
        > aqui? eu? só|apenas|somente faço|toco|cuido|vejo *
        às|aos|nas|de {DAYS} .. não|só trabalho|estou
        não|só trabalho|estou .. {DAYS}
        > eu? sou|não_sou !consciente|eu|quem|o_que|a_que|o_primeiro|a_primeira|um_desastre|burro|\
burra|da_opinião|contra|a_favor *
        na verdade|realidade sou *
        > distingo|vejo|enxergo|ouço|escuto|leio mal|pouco *
        > eu? estou? substituo|substituindo|a_substituir|cobrindo|a_cobrir *
        meu {TONGUE} é|não *
    """,
    decides=f"""
        nosso|nossa|nossos|nossas clientes|cliente|usuários|time|equipe|servidores|infraestrutura|\
fornecedor|contrato|orçamento|produção é|são|está|estão|tem|têm|usa|usam|roda|rodam *
        desde|a_partir_da|a_partir_do .. só|somente|apenas|todos|todas
        foi|temos|tem|a_gente|nós|já|ficou ... {SETTLED}
        decidimos|combinamos|acordamos|optamos|adotamos|escolhemos|migramos|trocamos|mudamos|\
descartamos|abandonamos|substituímos|resolvemos|fechamos|cancelamos|encerramos|rescindimos|\
padronizamos *
        o_time|a_equipe|a_equipa|a_diretoria|o_cliente|a_empresa|na_reunião|a_reunião .. decidiu|\
escolheu|cancelou|descartou|optou|decidimos|definiu
        a|nossa decisão é|foi|da|de|:
        decisão|decidido|combinado ... :
        {USE} !amanhã|depois|essa|esta_função|isso|isto|que|problemas|ontem *
        a_gente|nós agora|só|já|não|também|atualmente? {WE_USE} !que|isso|essa *
        agora|atualmente|hoje_em_dia|já não? usamos|se_usa|a_gente_usa|suportamos|trabalhamos|\
rodamos|publicamos|fica|ficam
        não usamos|suportamos|publicamos|usa|existe|suporta|é|são|há .. mais
        já não *
        deixamos|deixou|paramos|parou de *
        em_vez|em_lugar|ao_invés de|do|da *
        de .. para|pra mudamos|trocamos|migramos|passamos
        fica|ficou|está|estão|foi|foram descartado|descartada|cancelado|cancelada|obsoleto|\
obsoleta|removido|removida|congelado|congelada|adiado|adiada|descontinuado|descontinuada|suspenso|\
suspensa|engavetado
        roda|rodam|está|estão .. em produção
        não vamos mais? usar|suportar|seguir|fazer|de|com|por *
        {NOW} não? {USE}|se_usa
        {NOW} todo|toda|tudo|todos|o|a|os|as .. {RUN} em|com|sobre|por|no|na|via
        {RUN} {NOW} .. em|com|sobre|por|no|na
        o|a|os|as|nosso|nossa {THEY} quer|querem|exige|exigem|pede|pedem|impõe|recusa|aceita|\
aceitam|proíbe|paga|pagam|usa|usam|tem|têm|deve|precisa|precisam|não|só|está_em !razão|que_ligar *
        a partir de|do|da .. só|somente|apenas|se|aceitamos|já_não|tudo|todos
        o|nosso orçamento|limite|teto|cota|contrato|sla|máximo .. é|são|cobre|chega|vence *
        > * já_era|é_passado|não_existe_mais
        por motivos|razões|lei|contrato|questões *
        não podem|pode|devem|deve sair *
        {NOW} o|a|os|as * fica|ficam|vai|vão|é|são em|no|na|com
        > ficamos|continuamos|seguimos com|no|na|em *
        não|já_não ... mais ... e_sim|mas_sim|mas|só
        {NOW} .. em_vez|ao_invés|no_lugar|e_não *
        versão|tamanho|limite|prazo mínima|mínimo|máxima|máximo .. é|são|fica *
        mínima|mínimo|máximo|máxima suportada|suportado|exigida|é *
        some|somem|desaparece|desaparecem|cai|sai|acaba com|na|no|em *
        vai_ser|será|serão|feito|feita|escrito|escrita|programado em|com|no|na *
        a_gente|nós vai|vamos? fazer|escrever|desenvolver|montar|rodar|usar em|com|no|na *
        no_fim|no_final|finalmente|definitivamente não|vamos|a_gente|ficou|será *
        ^ desde|a_partir_de * .. fecha|abre|está|estão|é|são|se|tem
        não vai|vão ter|haver|existir|ser *
        o|a|os|as|comitê|comissão|diretoria ficou|ficaram com *
        quem aprova|decide|cuida|gerencia|revisa|assina .. é *
        mesma|mesmo|próprio|própria faz|cuida|resolve|mantém
        combinado|acordado|acordo com * .. :|*
    """,
    due="""
        é|será no|em|dia *
        prazo|data_limite|data-limite|entrega|lançamento|congelamento|freeze|demo|demonstração|\
auditoria|revisão|migração|deadline|saída|reunião|feira|visita|corte|certificação|treinamento|\
apresentação|inspeção|fechamento|virada|homologação
        tem|têm|deve|devem|precisa|precisam que|de|estar|ficar|sair ... até|antes|pronto|pronta|\
dia|no_máximo|para
        deve|devem|precisa|precisam estar|sair|ficar|ser *
        sai|saem|vence|vencem|expira|expiram|fecha|fecham|abre|abrem|começa|começam|termina|\
terminam|acaba|acabam|entra|entram|chega|chegam|estreia|vale|valem
        previsto|prevista|marcado|marcada|adiado|adiada|antecipado|antecipada|atrasado|atrasada|\
agendado|agendada|movido|movida|passou|mudou|foi|ficou
        no máximo
        o mais tardar
        válido|válida|vigente|disponível|funciona|mantido|suportado até
        continua|continuam|estará|estarão vivo|viva|ativo|ativa|pronto|pronta|disponível
        publicamos|lançamos|entregamos|congelamos|fechamos|apresentamos|migramos|viramos
        vai|vão ser|sair|entrar|acabar|fechar *
        vem|vêm|muda|mudam|desliga|desligam|corta|cortam|retira|apresenta|entregam|começamos|lança|\
adiou|antecipou|atrasou|moveu|renova|renovam|encerra|encerram|para
        manutenção|oficina|comitê|comité|fim_do_suporte|data_de_corte|auditor|inspetor|inspector
        tem|têm que|de estar|ficar|ser .. pronto|pronta|terminado|feito
        férias|feriado|mudamos|mudança|folga|terminado|entregue|é_a|é_o|tem_a|tem_o
        dura|duram|vai_até|vão_até|abrimos|inauguramos|inaugura|estreamos|precisam|período|\
prazo_de|acontece|realiza-se|a_gente_abre|a_gente_fecha|a_gente_lança|a_gente_entrega
    """,
    resource="""
        painel|quadro|dashboard|doc|docs|documentação|wiki|ticket*|chamados|bugs|erros|canal|\
calendário|agenda|planilha|folha|logs|métricas|alertas|espelho|registro|layouts|layout|guia|manual|\
portal|especificação|especificações|ata|atas|runbook|servidor|plantas|procedimento|tarefas|lista|\
repositório|grupo|pasta|esquemas|relatórios|escala|incidentes|protótipos
        cofre|intranet|drive
    """,
    place=f"""
        está|estão|fica|ficam|vai|vão|mora|moram|descrito|descrita|registra*|acompanha*|documenta*|\
gerencia*|guarda*|abre|abrimos|anota*|mantém|mantêm|preenche*|atualiza*|são ... {SERVICES}
        está|estão|fica|ficam|guardamos|guarda .. no|na|em nosso|nossa? drive_compartilhado|\
pasta_compartilhada|pasta_partilhada|intranet|rede|gerenciador_de_senhas|gestor_de_palavras-passe|\
cofre|vault|wiki|nas|servidor_de_arquivos
        ^ para|pra|sobre ... fala|fale|falar|pergunta|pergunte|procura|procure|contata|contacta \
com|ao|à|o|a *
        contato|contacto|responsável|referência .. é|por|para
        senha|senhas|palavra-passe|chave|chaves|credenciais|acesso|acessos|token .. está|estão|\
fica|ficam|vai no|na|em|com *
    """,
    located="""
        está|estão|fica|ficam|vive|mora|moram|encontra-se|encontram-se em|no|na|aqui|sob|nos|nas|:
        é|são|está|estão o|a|em|no|na|de *
        é|são|está|estão registrado|registrados|documentado|documentados|acompanhados|acompanhadas|\
guardado|guardados|publicados|abertos|mantidos *
        veja|vê|consulte|consulta|pergunte|olhe|olha *
        vai|vão|foi|foram|passou|mudou|mudaram|migrou para|pra|pro|no|na|em
        você|tu encontra|encontras|acha *
        temos|usamos|tem|há|existe o|um|uma|a *
        mudou|mudaram de *
        a_gente|nós planeja|planejamos|gerencia|acompanha|anota|guarda|registra em|no|na|por
        olhar|consultar|verificar|conferir|ler
    """,
    unsure="""
        que|brilhante|ótima|grande|genial ideia|bela_ideia
        claro vamos|porque|né
        talvez|quem_sabe|provavelmente|possivelmente|aparentemente|algum_dia|porventura|será_que|\
acho|achamos|acredito|suponho|imagino|duvido|penso
        suponhamos|suponha|imagina|imagine|imaginemos|digamos|vamos_supor|hipoteticamente|supondo
        se *ássemos|*êssemos|*íssemos|*asse|*esse|fosse|tivesse|usássemos
        e se *
        poderia|poderíamos|poderiam|seria|teria|teríamos|haveria|daria !sempre
        não sei_se|tenho_certeza|estou_certo
        estamos|estou pensando|considerando|avaliando|na_dúvida
        ainda não *
        por exemplo
        em teoria
        ótimo|que_ótimo|maravilha|claro|parabéns|que_beleza|show mais_um|mais_uma|outro|outra|\
de_novo|porque
        kkk|kkkk|haha|rsrs|lol
        é|era|tô brincadeira|brincando|piada|zoando
        depende *
        estamos|estou vendo|a_ver|olhando|avaliando|pensando|a_pensar se|em *
        daria|dava|dá pra|para *
        se *ássemos|*êssemos|*íssemos *
    """,
    once="""
        agora $
        desta|dessa|nesta|nessa|esta|essa|só_desta vez|semana|tarefa|branch|função|página|classe|\
tarde|noite|pr|sessão|alteração
        neste|nesse|este|esse commit|ticket|arquivo|ficheiro|teste|momento|método|patch|pr
        por enquanto|ora|hoje
        enquanto isso
        agora mesmo
        hoje|temporariamente|provisoriamente|momentaneamente
        até que|amanhã|eu|segunda_ordem
        só|somente|apenas aqui|hoje|agora
        no momento
        primeiro $
    """,
    vague="""
        ^ isso|isto|esse|este !mês|ano|trimestre
    """,
    asks="""
        ^ por_que|porque_é_que|o_que|que|como|onde|quem|qual|quais|quanto|quantos|pode|poderia|\
podes|você_pode|dá_para|dá_pra|há|é|está|são|deveria|sabe|sabes|podemos|tem_como|será
        né|certo|não_é|ou_não $
        ^ é? verdade|certo|possível que
        ^ sabe|sabes|sabem se|por_que|como
        ^ quando é|sai|vai|vence|começa|termina|fica|posso|podemos|foi|vamos|você|acaba|tem|dá|seria
    """,
    handles="""
        traduz|traduza|traduzir|resume|resuma|resumir|reformula|reformule|corrige|corrija|explica|\
explique|redige|reescreva
        aqui|segue|este|esta está|vai|é|o|a .. log|saída|erro|texto|mensagem|email|e-mail|código
        o|este|seguinte|a seguinte|texto|mensagem|erro|email
        escreveu|escreve|diz|disse|respondeu|mostra
        de|num|numa|do|da um|uma|o|a .. blog|artigo|email|livro|post|fórum
    """,
    reports="""
        doc|docs|documentação|readme|blog|artigo|livro|tutorial|erro|log|mensagem|comentário|\
linter|compilador diz|dizem|recomenda|sugere|indica|mostra|afirma
        segundo o|a|os|as|um|uma
        de acordo com
        dizem que
        ontem|agora_há_pouco|hoje_de_manhã fizemos|publicamos|lançamos|testamos|rodamos|subimos *
        quer|querem saber
    """,
    negates=f"""
        ^ não *
        * não|em_vez_de|ao_invés_de|em_lugar_de *
        os|as|o|a * a_gente|se|nós *
        a_gente|nós|aqui *
        {USE} *
        ^ usa|use|põe|coloca|escreve|faz *
        * vai|vão|fica|ficam em|no|na|dentro *
        ... em {TONGUE}
        sempre|nunca *
    """,
    pointing="""
        isso|isto|essa|esse|esta|este|aqui|aí|agora
    """,
    trouble="""
        falhou|falharam|quebrou|quebraram|falha|falham|falhando|caiu|fora_do_ar|travou
        ^ falta|faltam *
        está|estão|continua|é|muito|tão quebrado|quebrada|lento|lenta|travado|travada|errado|errada
        não funciona|compila|inicia|responde|carrega|abre|roda
        nunca funcionou|vi|tive|havia|tinha
        vazia|vazio|vazias|em_branco
        tudo lento|lenta|vazio|quebrado|errado
    """,
    tasks=f"""
        ^ {WORK}
        ^ eu? quero|preciso|queria|gostaria|tenho_que|temos_que|queremos|precisamos|deveríamos|vou|\
podemos
        ^ procura !no|não *
        ^ termina|termine|acaba|acabe|manda|mande|envia|envie|encurta|encurte|arruma|arrume
    """,
    settles="""
        ^ sim|claro|com_certeza por_favor? sempre|toda_vez|a_partir_de_agora
        ^ sempre|nunca|jamais|toda_vez $
        ^ não .. nunca|jamais
    """,
    condition="""
        quando|se|caso|enquanto
    """,
    retract="""
        ^ esquece|esqueça|ignora|ignore|cancela|cancele|descarta|descarte|deixa|apaga|apague isso|\
isto|o_que|o_anterior|pra_lá|para_lá|essa|esse
        ^ esquece|esqueça|deixa_pra_lá|deixa_estar|deixa
        retiro o_que
        me_enganei|enganei-me|errei|me_confundi
        pensando bem|melhor
        era brincadeira|mentira|piada|falso|um_erro
        mudei de ideia|ideias
        ^ melhor não
    """,
    declines="""
        não precisa|é_preciso|é_necessário|quero_que|precisas? de|que|se|você? lembrar|guardar|\
anotar|memorizar|registrar|salvar|guarde|anote|memorize|lembre
        não guarde|guardes|anote|anotes|memorize|salve|registre|grave *
        entre nós
    """,
    opener=f"""
        ^ {FILLER}
        ^ segundo !o|a|os|as|um|uma|este|esse
    """,
    corrects="""
        ^ não|nada_disso|errado|tá_errado|está_errado|isso_não|assim_não|para|pare|espera|espere|\
calma
    """,
    request="""
        ^ pode|poderia|podes|podias|você_pode|você_poderia|dá_para|dá_pra|consegue por_favor? ... \
sempre|nunca|parar_de|não|a_partir_de_agora|daqui_em_diante|evitar|lembrar|toda_vez|anotar_que|\
guardar_que|deixar_de
    """,
    because="""
        porque|pois|já_que|dado_que|uma_vez_que|visto_que|devido_a|por_causa_de|por_causa_do|\
por_causa_da|para_que|senão|caso_contrário|é_que|pra_não
        a|o razão|motivo é
        como o|a|os|as|ninguém|senão
    """,
    therefore="""
        por_isso|portanto|de_modo_que|por_conseguinte|assim_sendo
    """,
    manner="""
        resposta|respostas|responde|responda|respondas|explica*|explique*|curto|curta|curtas|breve|\
breves|conciso|concisa|longo|longas|emoji|emojis|tom|formal|educado|desculpa*|resumo|resumos|\
elogios|listas|tópicos|me_diga|diz-me|me_mostre|mostra-me|fale|fala|passo_a_passo|redação|\
enrolação|trata-me|me_trate
        em português|inglês|espanhol|francês|alemão
    """,
    local="""
        este|nosso|neste|nesse|no repo|repositório|projeto|time|código|serviço
        nós|nosso|nossa|nossos|nossas|aqui|a_gente
    """,
    confirms="""
        exato|perfeito|isso .. assim .. sempre|toda_vez|daqui_em_diante|a_partir_de_agora|continua|\
continue
        continua|continue|mantém|mantenha|segue|siga|faz|faça .. assim|desse_jeito|dessa_forma|\
desta_forma|desta_maneira
        assim sempre|a_partir
        é assim que|mesmo *
        assim|igual|o_mesmo .. sempre|próximas_vezes|próxima_vez|toda_vez
        > faz|faça|deixa|deixe .. sempre|próximas_vezes|próxima_vez
        ficamos|fica com esse|este|essa formato|estilo|estrutura|jeito|forma
        > mantém|mantenha|conserva|usa|use .. esse|este|essa formato|estilo|estrutura|jeito|forma
    """,
)
