"""What Portuguese speakers say for good, in Brazil and in Portugal, and what they only say."""

import pytest

KEPT = """
project | Lembre que o importador antigo só entende Latin-1 | Latin-1
project | Anota aí: a base de homologação é zerada todo domingo | homologação
project | Não esquece que a API só é acessível de dentro da rede | API
project | A licença do Qt é por conta do cliente, não se esqueça disso. | Qt
project | Tem em conta que os sensores mandam a hora em UTC | UTC
project | Fica sabendo que o banco de produção é só leitura pra gente | leitura
feedback | Não, assim não: usa pathlib em vez de os.path | pathlib
feedback | Já te disse que nada de prints para depurar | prints
feedback | Errado, os branches a gente nomeia em inglês | inglês
feedback | me pergunta sempre antes de commitar | commitar
feedback | Para de comentar cada linha | comentar
feedback | Ficou comprido demais, seja mais breve daqui pra frente | breve
feedback | sem emojis nas respostas, por favor | emojis
feedback | Responde-me em português e trata-me por tu | português
feedback | Nunca faça force push na main | main
feedback | Antes de cada merge tem que rodar o linter | linter
feedback | mensagens de commit sempre em ingles, pfv | ingles
feedback | Cada tabela deve ter uma coluna created_at | created_at
feedback | Aqui os testes ficam ao lado do código | testes
feedback | Todo endpoint novo precisa de um teste de integração | integração
feedback | Erros nunca são engolidos, a gente registra | Erros
feedback | A partir de agora evita os mocks | mocks
feedback | Não mexe nos arquivos gerados, eles são sobrescritos a cada build | gerados
feedback | Vê se não usa mais variáveis globais | globais
feedback | Os ficheiros de configuração ficam sempre em TOML | TOML
user/feedback | Prefiro commits pequenos | pequenos
user | Gosto mais de tipos do que de docstrings | tipos
user/feedback | Odeio explicações longas | longas
user | costumo trabalhar no terminal | terminal
user | Venho da biologia e só programo há um ano | biologia
user | Sou analista de dados num hospital | hospital
user | escrevo Fortran há 20 anos, Rust é novo para mim | Fortran
user | Sou eu que cuido do faturamento | faturamento
user | Moro em Lisboa, ou seja, três horas à frente de vocês | Lisboa
user | De Kubernetes não sei quase nada | Kubernetes
user | Lidero a equipe de processamento de imagens | equipe
project | Decidimos usar Postgres | Postgres
project | Migramos do Jenkins para o GitLab CI na semana passada | GitLab
project | A partir de 1º de maio só aceitamos Python 3.12 | 2026-05-01
project | Agora usamos gRPC | gRPC
project/feedback | Não damos mais suporte ao Windows 7 | Windows
project | Em vez de REST, os serviços agora falam gRPC | gRPC
project | O cliente quer apenas on-premise | on-premise
project | A versão sai na sexta | 2026-03-13
project | O certificado vence em 14 de abril | 2026-04-14
project | O congelamento do código começa na próxima quinta | 2026-03-12
project | A demo foi adiada para o fim de março | 2026-03-31
project | O auditor vem daqui a duas semanas, tudo tem que estar pronto até lá | 2026-03-24
project | Depois de amanhã é a entrega no cliente | 2026-03-12
project | Atualmente tudo roda no Kubernetes 1.29 | 1.29
project | Nossos clientes são hospitais, então nada de nuvem | hospitais
project | O orçamento da CI é de 200 euros por mês | 200
project/feedback | Por razões legais, os dados não podem sair da UE | UE
project | Ficamos no Java 17, está decidido | Java
project | Redis já era, agora o cache fica no processo | processo
reference | O painel fica em https://grafana.example.com/d/7 | grafana
reference | Os bugs a gente abre no Jira, projeto OPS | Jira
reference | Para alertas temos o canal #alertas-ops | #alertas-ops
reference | A wiki mudou de lugar: https://wiki.example.org/novo | wiki
reference | Os layouts estão no Figma, pasta Marketing | Figma
project | Para mais tarde: os números de série quem atribui é a fábrica | série
feedback/project | Diz-se associado, não cliente | associado
feedback | Não, os comentários em português por favor | português
feedback | Primeiro o plano, depois o código, sempre | plano
feedback/user | Um diff já me basta, não precisa do arquivo inteiro | diff
feedback/user | Não preciso de explicações tão longas | explicações
user | Aqui eu só faço QA | QA
user | Sou nova na equipe | equipe
user | às sextas eu não trabalho | sextas
project | No fim não vamos de Kubernetes | Kubernetes
project | O app a gente vai fazer em Flutter | Flutter
project | A versão mínima do Android é a 9 | Android
project | A interface XML some na versão 3 | XML
project | O limiar agora é 90 em vez de 70 | 90
project | Os pagamentos não passam mais pelo PayPal, e sim pela Stripe | Stripe
project | Tudo tem que estar pronto até 30 de junho | 2026-06-30
project | No dia 3 de maio tem a feira em Curitiba | 2026-05-03
project | A entrega é na quarta que vem | 2026-03-18
project | Estou de férias a partir de 5 de maio | 2026-05-05
project | Em meados de abril mudamos o data center | abril
project | No fim do mês tem a homologação com o cliente | 2026-03-31
reference/project | Para assuntos de hardware, fala com o João | João
reference/project | As credenciais estão no 1Password, cofre Laboratório | 1Password
reference | O protocolo está descrito na página Medições do Confluence | Confluence
reference | Os sprints a gente planeja em https://boards.example.com/b/3 | boards
feedback | Na main ninguém sobe nada direto | main
feedback | Números sempre com vírgula decimal | vírgula
feedback | SQL se escreve em maiúsculas | SQL
feedback | Um assunto só por commit | commit
feedback | Nenhum segredo no repositório | segredo
user/feedback/project | A partir de agora quem aprova os pedidos é a Marta, não mais eu | Marta
project | Desde janeiro o museu fecha às segundas | segundas
project | O armazém agora conta em paletes em vez de caixas | paletes
project | O boletim não sai mais na segunda, e sim na quinta | quinta
project | O comitê ficou com a variante verde | verde
project | Não vai ter versão móvel, a editora mesma faz | móvel
project | O fechamento da edição é na sexta que vem ao meio-dia | 2026-03-20
project | O período de teste vai até o fim de maio | 2026-05-31
project | Daqui a três semanas a gente abre a exposição | 2026-03-31
project | Os professores precisam dos acessos no máximo até 12 de abril | 2026-04-12
reference | Os horários a central mantém numa planilha do SharePoint | SharePoint
reference | Se cair, olhar primeiro em https://status.example.net | status
reference/project | A senha da impressora está no cofre, não aqui | cofre
feedback | Os preços nunca arredondados | preços
feedback | Nomes de pacientes não podem aparecer em nenhum log | pacientes
feedback | Aqui a gente sempre arredonda para cima | arredonda
feedback | As fotos só são publicadas com o ok da redação | redação
feedback | Não, os pesos em gramas, não em quilos | gramas
feedback/user | Me avisa logo quando alguma coisa não der | avisa
feedback/user | Quando tiver escolha, quero ver duas variantes | variantes
user | Na verdade sou marceneiro e faço isso por fora | marceneiro
user | Distingo mal o vermelho do verde | vermelho
user | Estou substituindo a Carla até o verão | Carla
project | os sensores da encosta norte só mandam dados a cada seis horas, anota isso | encosta
feedback | Eu gostaria que você fizesse sempre as mudanças em passos pequenos | passos
feedback/user | Não me pergunte por bobagens, decide você | bobagens
feedback | Você mudou de idioma de novo, fica no português | português
feedback | As unidades têm que aparecer sempre, ou seja 5 mm e não 5 | unidades
feedback | Textos novos passam primeiro pela revisão | revisão
project | A partir de abril quem cuida do calendário é a administração | administração
project | O servidor antigo vai ser desligado em 30 de junho | 2026-06-30
project | Desde a obra só tem dois caixas | dois caixas
project | Cancelamos a licença e vamos para o QGIS | QGIS
project | O combinado com a editora: nada de propaganda no app | propaganda
user | Sou zelador, não programador | zelador
user | Meu inglês não é muito bom, melhor em português | inglês
user | Escuto mal, me manda tudo por escrito | Escuto
reference | Os planos de manutenção ficam na intranet, seção Técnica | intranet
"""

PASSED = """
Como quer que eu lembre de tudo
é verdade que sempre fazemos rebase
Por que nunca usamos enums
Deveríamos usar tabs daqui pra frente ou não
sabe se ainda damos suporte ao Python 3.8
Se mudássemos para Rust seria mais rápido
Talvez devêssemos sempre escrever os testes primeiro
Vamos supor que a partir de agora usamos Kafka
Estamos vendo se mudamos para o Bazel
Também daria pra usar Docker no futuro
Renomeia a função always_true
Adiciona um teste para a importação e apaga o branch antigo
Deixa o título maior e usa um azul mais escuro
Pode arrumar o erro do login
Roda os testes e me mostra o resultado
Hoje sem testes, tem que ser rápido
Usa SQLite por enquanto
Desta vez sem comentários
O servidor fica desligado até amanhã
Neste branch não faz squash
Meu colega diz: "usar sempre tabs"
A documentação diz para nunca usar eval
Traduz: a partir de agora usamos sempre espaços
Segundo o blog, só se deve usar uv
A Ana prefere tabs
O meu chefe gosta de emails longos
Ótimo, mais um framework novo
Que beleza, sempre cai quando eu testo
A partir de agora só tabs. Não, esquece isso.
Obrigado, bom fim de semana
Até segunda então
O build está vermelho desde ontem
O teste sempre falha
Isso nunca funcionou
Não guarde isso
Nunca vi esse erro
Ontem fizemos deploy e correu tudo bem
Tenho que ir agora
Estou no trem até as cinco
A função parse em utils.py retorna None em caso de erro
Ficou bom, continua com o próximo módulo
Não faço ideia do que está acontecendo aqui
Quero o botão à esquerda
Tenho certeza de que é o cache
Não, o outro arquivo
não, eu quis dizer o segundo teste
Encurta isso por favor
O botão sumiu agora
Agora funciona
Os testes passam agora
O cliente acabou de ligar
sempre o mesmo erro
Não gostei, põe outra cor
Acho o primeiro melhor
Já volto
Termina isso até amanhã
Tem algum motivo para nunca usarmos views
Acho que o servidor fica em São Paulo
Não seria melhor sempre fazer cache
No começo de julho estava tudo bem
Beleza, obrigado
O log diz que a conexão nunca foi estabelecida
Poderia renomear o arquivo
Isso nunca vai dar certo
Ainda tenho que pagar a conta
Tirei o cabo da tomada e já voltou
Quem escreveu isso, todas as variáveis se chamam x
Põe o valor em 90 em vez de 70
O cliente da loja estava estranho hoje
Pode me dizer quem aprova os pedidos
Ontem teve muita gente na exposição
Vou almoçar
Põe os horários para as nove
Se o comitê topar, talvez a gente use a variante verde
A tabela tem doze colunas
Meu filho está doente, continuo mais tarde
Cada requisição demora três segundos
Cada clique é processado duas vezes
A janela não abre quando eu clico
Não vejo o erro
Todos os testes passam
Acabei de subir o branch
Estou no branch certo
Sou eu de novo
A página fica travada ao carregar
O cliente mandou outro email
O time riu muito
Só quero mudar a última linha
Está melhor que antes
Achamos dois erros
Em vez da lista aparece uma página vazia
Não entendi a mensagem de erro
Melhor a segunda proposta
O método nunca é chamado
Parece que já funciona
Vou dar uma pausa
O botão fica vermelho
Cancelei minha assinatura
Não me lembro da senha
Gostaria de um café
A partir da linha 40 está tudo vazio
Desde a atualização está tudo lento
Sou burro, pasta errada
Só metade dos testes passa
Já te mando o log
O cliente quer saber quando fica pronto
Primeiro vamos pelo caminho fácil
Não me deixa entrar na página
A gente faz isso amanhã
Não dá pra ver nada
Nunca ri tanto
Não tem ninguém no escritório
"""


def rows(table):
    return [[cell.strip() for cell in line.split(" | ")] for line in table.strip().splitlines()]


@pytest.mark.parametrize(("kind", "text", "words"), rows(KEPT))
def test_what_holds_is_kept(hear, kind, text, words):
    assert any(kept.split()[0] in kind and words in kept for kept in hear(text)), hear(text)


@pytest.mark.parametrize("text", PASSED.strip().splitlines())
def test_what_passes_is_not(hear, text):
    assert hear(text) == []


OFFER = "Dividi a migração em dois passos."


@pytest.mark.parametrize(
    "answer",
    [
        "Perfeito, faz sempre assim.",
        "Isso, é assim que eu quero",
        "Perfeito, mantém esse formato",
        "boa, faz igual das próximas vezes",
    ],
)
def test_a_person_accepts_for_good_what_the_agent_did(hear, answer):
    assert any(OFFER.strip(".。") in kept for kept in hear(answer, offer=OFFER))


@pytest.mark.parametrize(
    "answer",
    [
        "Bom, obrigado.",
        "sim, pode ir",
        "ok, continua",
    ],
)
def test_thanks_and_go_on_accept_nothing(hear, answer):
    assert hear(answer, offer=OFFER) == []
