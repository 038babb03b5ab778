"""Portuguese words that several phrases share, as groups."""

JOB = (
    "desenvolvedor|desenvolvedora|programador|programadora|engenheiro|engenheira|designer|"
    "pesquisador|pesquisadora|investigador|investigadora|estudante|professor|professora|chefe|"
    "líder|analista|arquiteto|arquiteta|administrador|administradora|consultor|consultora|"
    "estagiário|estagiária|iniciante|novato|novata|testador|testadora|diretor|diretora|médico|"
    "médica|advogado|advogada|cientista|biólogo|bióloga|físico|física|matemático|matemática|"
    "técnico|técnica|autônomo|autônoma|freelancer|doutorando|doutoranda|fundador|fundadora|"
    "mantenedor|mantenedora|especialista|responsável|encarregado|jornalista|contador|contadora|"
    "daltônico|daltónico|gerente|estatístico|estatística|dev|sysadmin|operador|operadora|tradutor|"
    "tradutora|enfermeiro|enfermeira"
)
SETTLED = (
    "decidido|decidimos|decidiram|decidiu|combinado|combinamos|acordado|acordamos|escolhido|"
    "escolhemos|adotado|adotamos|abandonado|abandonamos|migrado|migramos|optado|optamos|optou|"
    "trocado|trocamos|descartado|descartamos|substituído|substituímos|padronizado|padronizamos|"
    "cancelado|cancelaram|adiado|adiaram|aposentado|definido|definimos|fechado|fechamos|"
    "resolvemos|mudamos"
)
THING = (
    "o|a|os|as|isso|isto|este|esta|esse|essa|um|uma|meu|minha|meus|me|se|que|por|como|quando|onde|"
    "quem|é|está|são|estão|eu|ele|ela|eles|há|aqui|quase|tem"
)

STATES = (
    "funciona|funcionam|falha|falham|acontece|termina|carrega|compila|responde|retorna|ouvi|soube|"
    "que_eu|tive|vi|me|dá|foi|mais|é|está|há|tem"
)
TONGUE = "português|inglês|espanhol|francês|alemão|italiano|russo"
FRILLS = (
    "emojis|emoji|rodeios|elogios|desculpas|resumo|resumos|introdução|introduções|enrolação|"
    "floreios|preâmbulos|enfeites|firulas|conversa_fiada"
)
THEY = (
    "cliente|clientes|equipe|equipa|time|direção|diretoria|gerência|jurídico|departamento|"
    "fornecedor|provedor|empresa|usuários|utilizadores|prefeitura|câmara|ministério|auditor|"
    "auditoria|parceiro|sócio|suporte|banco|chefia"
)
NOW = "agora|atualmente|actualmente|hoje_em_dia|já|neste_momento|de_momento"
RUN = (
    "roda|rodam|corre|correm|está|estão|fica|ficam|vai|vão|funciona|funcionam|passa|passam|fala|"
    "falam|vive|vivem|é|são|usa|usam|mora"
)
USE = (
    "usamos|implantamos|hospedamos|publicamos|suportamos|rodamos|seguimos|mantemos|aceitamos|"
    "guardamos|escrevemos|nomeamos|colocamos|fazemos|trabalhamos|medimos|ficamos|temos|"
    "damos_suporte|testamos|chamamos|alojamos|corremos"
)
WE_USE = (
    "usa|roda|publica|hospeda|suporta|segue|faz|implanta|nomeia|escreve|guarda|aceita|coloca|põe|"
    "chama|mantém|testa|registra|abre|fala|trabalha"
)
EACH = "cada|todo|toda|todos_os|todas_as|qualquer|os_novos|as_novas"
UNIT = (
    "commit|pr|pull_request|merge_request|arquivo|ficheiro|classe|função|método|módulo|teste|"
    "linha|ticket|branch|migração|endpoint|mensagem"
)
TEXT = (
    "explicações|explicação|justificativas|respostas|resumos|resumo|comentários|comentário|textão|"
    "arquivo_inteiro|ficheiro_inteiro|detalhes"
)
DAYS = (
    "segundas|terças|quartas|quintas|sextas|sábados|domingos|manhãs|tardes|noites|manhã|tarde|"
    "fins_de_semana"
)
WORK = (
    "olha|olhe|abre|abra|leia|adiciona|adicione|cria|crie|escreve|escreva|faz|faça|muda|mude|"
    "altera|altere|apaga|apague|remove|remova|tira|revisa|revise|testa|teste|executa|execute|roda|"
    "rode|mostra|mostre|explica|explique|procure|busca|busque|acha|conserta|conserte|corrige|"
    "corrija|substitui|renomeia|renomeie|move|mova|atualiza|atualize|implementa|implemente|limpa|"
    "limpe|gera|gere|instala|instale|traduz|resume|baixa|baixe|põe|prepara|lista|liste|vamos"
)
FILLER = (
    "por_favor|pf|ok|okay|certo|bom|bem|e|também|mas|aliás|ei|oi|olá|sim|obrigado|obrigada|ótimo|"
    "perfeito|exato|além_disso|ah|olha|outra_coisa|mais_uma_coisa|importante|atenção|nota|aviso|"
    "beleza|claro|desculpa|desculpe|então|primeiro|lembrete|pronto|isso|só_um_detalhe|a_propósito|"
    "detalhe|valeu"
)
