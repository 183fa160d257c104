/** The help of the command line: its English as the commands have it, and its Portuguese. */
export const help: Readonly<Record<string, string>> = {
  // commander's own words.
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opções:',
  'Global Options:': 'Opções gerais:',
  'Commands:': 'Comandos:',
  'show what a command does and takes': 'mostra o que um comando faz e recebe',
  'print the version': 'mostra a versão',
  'print one JSON document and nothing else': 'mostra um documento JSON e nada mais',
  'The command line of Balcão, a payment gateway.':
    'A linha de comando do Balcão, um gateway de pagamentos.',
  "Reads the service's environment: DATABASE_URL, MODE, SECRET_KEY, …":
    'Lê o ambiente do serviço: DATABASE_URL, MODE, SECRET_KEY, …',
  'Reads BASE_URL, CLIENT_ID and CLIENT_SECRET.': 'Lê BASE_URL, CLIENT_ID e CLIENT_SECRET.',
  'the seller_ id; not needed where there is one seller':
    'o id seller_ do vendedor; dispensável quando só há um',
  'also end everything it created, and what that created in turn':
    'encerra também tudo o que ele criou, e o que isso criou por sua vez',

  'Run the service, configured by its environment, as npm start does in a clone.':
    'Inicia o serviço, configurado pelo ambiente, como npm start faz num clone.',
  'Say what needs attention: exit 0 whole, 1 attention, 3 could not look.':
    'Diz o que precisa de atenção: sai com 0 se está tudo bem, 1 se há algo, 3 se não pôde olhar.',

  'The accounts that sell here.': 'As contas que vendem aqui.',
  'Create a seller and its first API client, which can do everything.':
    'Cria um vendedor e o seu primeiro cliente de API, que pode tudo.',
  'the name buyers see': 'o nome que os compradores veem',
  'List the sellers, oldest first.': 'Lista os vendedores, do mais antigo ao mais novo.',
  "Change the account's own name.": 'Muda o nome da própria conta.',
  'the new name': 'o novo nome',

  'Stop new tokens and new charges of a seller; its tokens end at once.':
    'Suspende um vendedor: sem novos tokens nem cobranças; os tokens dele acabam na hora.',
  'the seller_ id': 'o id seller_ do vendedor',
  'Reactivate a suspended seller.': 'Reativa um vendedor suspenso.',

  'The API clients of a seller.': 'Os clientes de API de um vendedor.',
  'Create an API client.': 'Cria um cliente de API.',
  'a label for it': 'um rótulo para ele',
  'in one argument: {}': 'num só argumento: {}',
  'List the API clients of a seller, oldest first, revoked ones included.':
    'Lista os clientes de API de um vendedor, do mais antigo ao mais novo, com os revogados.',
  'its client_id, or its id': 'o client_id dele, ou o id',
  'Give a client a new secret; the old one and its tokens end at once.':
    'Dá a um cliente um novo segredo; o antigo e os tokens dele acabam na hora.',
  'how long the old one still gets tokens': 'por quanto tempo o antigo ainda obtém tokens',
  'End a client and all its tokens at once, for good.':
    'Encerra um cliente e todos os tokens dele, na hora e para sempre.',

  "The people on a seller's dashboard.": 'As pessoas no painel de um vendedor.',
  'Invite a person, or let an existing user add another passkey.':
    'Convida uma pessoa, ou deixa um usuário que já existe criar outra passkey.',
  "the person's e-mail": 'o e-mail da pessoa',
  'what the user may do': 'o que o usuário pode fazer',
  'List the users of a seller, newest first.':
    'Lista os usuários de um vendedor, do mais novo ao mais antigo.',
  'Remove a user; passkeys and sessions end at once.':
    'Remove um usuário; as passkeys e sessões dele acabam na hora.',
  'the user_ id': 'o id user_ do usuário',
  'Permanently erase the e-mail of a removed user, also from the audit trail.':
    'Apaga para sempre o e-mail de um usuário removido, também da trilha de auditoria.',

  'The mails to buyers and to the team.': 'Os e-mails para compradores e para a equipe.',
  'List the newest {} mails of a seller, newest first.':
    'Lista os {} e-mails mais novos de um vendedor, do mais novo ao mais antigo.',
  'Send a test mail through SMTP_URL, and print how the server responded.':
    'Envia um e-mail de teste por SMTP_URL e mostra como o servidor respondeu.',
  'the address': 'o endereço',

  'The customers of the sellers.': 'Os clientes dos vendedores.',
  'Keep a customer out of new checkouts.': 'Deixa um cliente fora de novas cobranças.',
  'the cus_ id': 'o id cus_ do cliente',
  'Let an inactive customer into checkouts again.':
    'Volta a aceitar um cliente inativo em cobranças.',
  'Permanently remove the personal data of a customer; the books stay.':
    'Apaga para sempre os dados pessoais de um cliente; os livros ficam.',

  'The products of the sellers.': 'Os produtos dos vendedores.',
  'Take a product off sale: no new offers, no new checkouts.':
    'Tira um produto de venda: sem novas ofertas nem cobranças.',
  'the prod_ id': 'o id prod_ do produto',
  'The offers of the products.': 'As ofertas dos produtos.',
  'Archive an offer permanently: the API answers as if it did not exist.':
    'Arquiva uma oferta para sempre: a API responde como se ela não existisse.',
  'the offer_ id': 'o id offer_ da oferta',
  'The checkouts.': 'As cobranças.',
  'Cancel an open checkout before it is paid.': 'Cancela uma cobrança aberta antes de ser paga.',
  'the checkout_ id': 'o id checkout_ da cobrança',
  'The subscriptions.': 'As assinaturas.',
  'List the newest {} subscriptions of a seller, newest first.':
    'Lista as {} assinaturas mais novas de um vendedor, da mais nova à mais antiga.',
  'Cancel a subscription: nothing more is debited.':
    'Cancela uma assinatura: nada mais é debitado.',
  'the sub_ id': 'o id sub_ da assinatura',

  'The endpoints that receive events, and what was delivered to them.':
    'Os endereços que recebem eventos, e o que lhes foi entregue.',
  'Create an endpoint that receives the events of a seller from now on.':
    'Cria um endereço que recebe os eventos de um vendedor daqui em diante.',
  'where events are posted; in live mode public HTTPS':
    'para onde os eventos são enviados; em modo de produção, HTTPS público',
  'List the endpoints of a seller, without their secrets.':
    'Lista os endereços de um vendedor, sem os segredos.',
  'Delete an endpoint; nothing more is sent to it.':
    'Apaga um endereço; nada mais é enviado a ele.',
  'the wh_ id': 'o id wh_ do endereço',
  'Give an endpoint a new secret; both sign for 24 hours.':
    'Dá a um endereço um novo segredo; os dois assinam por 24 horas.',
  'List the newest {} deliveries of a seller, with their outcome.':
    'Lista as {} entregas mais novas de um vendedor, com o resultado.',
  'Listen to webhooks on this machine, and print each event and its signature check.':
    'Ouve webhooks nesta máquina e mostra cada evento e se a assinatura confere.',
  'the port to listen on': 'a porta em que se ouve',
  'of an endpoint that already points here': 'de um endereço que já aponta para cá',
  'the same in a file; - is standard input': 'o mesmo num arquivo; - é a entrada padrão',
  'create an endpoint of this seller (or of the only one) while listening':
    'cria um endereço deste vendedor (ou do único) enquanto se ouve',
  'read the events through the API instead, and post them to this URL':
    'em vez disso, lê os eventos pela API e os envia a este endereço',
  'With --json it prints one line for each event. With --forward-to it needs neither the database':
    'Com --json, mostra uma linha por evento. Com --forward-to, não precisa do banco de dados',
  'nor an address that the service can reach.': 'nem de um endereço que o serviço alcance.',
  'Trigger an event in a sandbox, by doing what a seller and a buyer would do.':
    'Provoca um evento no ambiente de teste, fazendo o que vendedor e comprador fariam.',
  'of the event': 'do evento',

  "The bank through which a seller's buyers pay.":
    'O banco pelo qual os compradores de um vendedor pagam.',
  "Connect a bank that follows the Central Bank's Pix API.":
    'Conecta um banco que segue a API Pix do Banco Central.',
  'the Pix key that receives payments': 'a chave Pix que recebe',
  'the profile of the bank; see psp profiles': 'o perfil do banco; veja psp profiles',
  "the branch of the seller's own account, which Pix Automático needs":
    'a agência da conta do vendedor, que o Pix Automático exige',
  'its number, with the check digit': 'o número dela, com o dígito',
  'its type': 'o tipo dela',
  'with optional, a bank that refuses the callback URL is connected and polled':
    'com optional, um banco que recusa o endereço de avisos é conectado e consultado',
  ['A certificate and its key come as --cert and --key, or both as --p12.\nOnly --ca, ' +
    '--city, --p12-password-file and one of both for the secret may be left out;\nwith ' +
    '--profile also --url and --token-url, which then lead to a test environment.\nA bank ' +
    'already connected with that key is renewed, as by psp renew.']:
    'O certificado e a chave vêm por --cert e --key, ou os dois por --p12.\nSó se ' +
    'dispensam --ca, --city, --p12-password-file e uma das duas formas do segredo;\ncom ' +
    '--profile também --url e --token-url, que então levam a um ambiente de teste.\nUm ' +
    'banco já conectado com essa chave é renovado, como por psp renew.',
  "Change a bank's address, certificate or secret; open charges there continue.":
    'Muda endereço, certificado ou segredo de um banco; as cobranças abertas nele continuam.',
  'of a bank that is no longer connected': 'de um banco que já não está conectado',
  'What you leave out stays as it is. The bank is checked first; if it refuses, nothing changes.':
    'O que não é informado fica como está. O banco é testado antes; se recusar, nada muda.',
  'List the banks that need more than the Pix API requires, and what each needs.':
    'Lista os bancos que pedem mais do que a API Pix exige, e o que cada um pede.',
  "Test the connection to the seller's bank, and print what it answers.":
    'Testa a conexão com o banco do vendedor e mostra o que ele responde.',
  'Put the seller back on the sandbox rail.': 'Devolve o vendedor ao banco de teste.',
  'the URL of its Pix API': 'o endereço da API Pix dele',
  'the URL where it issues access tokens': 'o endereço em que ele emite tokens',
  'as issued by the bank': 'como o banco o emitiu',
  'as issued by the bank; visible to other users while this runs':
    'como o banco o emitiu; outros usuários da máquina o veem enquanto isto roda',
  'a file that holds it; - is standard input': 'um arquivo que o contém; - é a entrada padrão',
  'the certificate for mutual TLS, in PEM': 'o certificado para TLS mútuo, em PEM',
  'its private key, in PEM': 'a chave privada dele, em PEM',
  'both of them in PKCS#12, in place of --cert and --key':
    'os dois em PKCS#12, no lugar de --cert e --key',
  'a file that holds its password, if it has one':
    'um arquivo que contém a senha, se ele tiver uma',
  "the bank's certificate authority, in PEM, if it is not a public one":
    'a autoridade certificadora do banco, em PEM, se não for pública',
  'shown to buyers': 'mostrada aos compradores',
  'a value its profile requires, such as a key': 'um valor que o perfil exige, como uma chave',
  'a file that holds such a value, if it is secret':
    'um arquivo que contém um valor assim, se for secreto',

  'The keys that sign tokens and webhooks, and the one that seals secrets.':
    'As chaves que assinam tokens e webhooks, e a que sela segredos.',
  'Sign with a new key from now on; tokens already issued stay valid.':
    'Passa a assinar com uma nova chave; os tokens já emitidos continuam válidos.',
  'rotate the webhook key (v1a) instead': 'troca a chave dos webhooks (v1a) em vez dessa',
  'End a key and every token it signed at once.':
    'Encerra uma chave e todos os tokens que ela assinou, na hora.',
  'the key_ or whkey_ id': 'o id key_ ou whkey_ da chave',
  'Seal every secret again with SECRET_KEY while the service runs.':
    'Sela de novo todos os segredos com SECRET_KEY, com o serviço rodando.',
  'SECRET_KEY_PREVIOUS is the previous key, for this and every process.':
    'SECRET_KEY_PREVIOUS é a chave anterior, para este e todos os processos.',

  'Who changed what and when.': 'Quem mudou o quê, e quando.',
  'List audit events, newest first; db check finds missing or altered ones.':
    'Lista os eventos de auditoria, do mais novo ao mais antigo; db check acha os que faltam.',
  'the seller; without it, events of no seller, such as signing keys':
    'o vendedor; sem ele, os eventos de nenhum vendedor, como chaves de assinatura',
  'how many, {} by default': 'quantos; {} se não for informado',

  'The database.': 'O banco de dados.',
  'Bring the schema up to date, as every start of the service does.':
    'Atualiza o esquema, como faz todo início do serviço.',
  'change nothing: show what is pending, what it locks and how long it takes':
    'não muda nada: mostra o que falta, o que bloqueia e quanto demora',
  'Copy the database to a new SQLite file while the service runs.':
    'Copia o banco de dados para um novo arquivo SQLite, com o serviço rodando.',
  'the file to create': 'o arquivo a criar',
  'Check that the database is whole and that every invariant holds.':
    'Confere se o banco de dados está íntegro e se todas as regras valem.',
  'Repair what a process of an older version left behind; the service may be running.':
    'Conserta o que um processo de versão antiga deixou; o serviço pode estar rodando.',
  'Copy all data to another database, of either engine; run again to copy changes.':
    'Copia todos os dados para outro banco de dados, de qualquer tipo; repita para as mudanças.',
  'sqlite:PATH or postgres://…; may be in use': 'sqlite:CAMINHO ou postgres://…; pode estar em uso',
  'the same; no service may run on it yet': 'o mesmo; nenhum serviço pode usá-lo ainda',
  'overwrite and delete what only the target has': 'sobrescreve e apaga o que só o destino tem',
  'Spread the tables over the nodes of a Citus cluster, by seller.':
    'Distribui as tabelas pelos nós de um cluster Citus, por vendedor.',

  'Run the main job against the running service, and print each step.':
    'Faz uma venda inteira no serviço que está rodando e mostra cada passo.',
  'Run a disposable service in memory, for tests, until its parent exits.':
    'Roda um serviço descartável em memória, para testes, até o processo pai acabar.',
  'where its events are sent': 'para onde os eventos dele são enviados',
  ['It prints one line of JSON once it is ready: its address, and the credentials of a ' +
    'seller\nwith every scope. It exits when its standard input, if that is a pipe, is ' +
    'closed.']:
    'Quando está pronto, mostra uma linha de JSON: o endereço e as credenciais de um ' +
    'vendedor\ncom todos os escopos. Acaba quando a entrada padrão, se for um pipe, é ' +
    'fechada.',
  "Run a simulated bank that speaks the Central Bank's Pix API, until its parent exits.":
    'Roda um banco simulado que fala a API Pix do Banco Central, até o processo pai acabar.',
  'a quirk it has; repeat for more': 'uma peculiaridade dele; repita para mais de uma',
  'a provider with an API of its own, in place of the bank':
    'um provedor com API própria, no lugar do banco',
  ['It prints one line of JSON once it is ready: its address, a customer, the ' +
    'certificates in PEM,\nand control_url: GET /books and /clock, POST /payments, ' +
    '/transfers, /reversals, /returns/end,\n/clock, /authorizations, /payers, ' +
    '/revocations, /schedules/cancel and /faults,\nDELETE /faults.']:
    'Quando está pronto, mostra uma linha de JSON: o endereço, um cliente, os ' +
    'certificados em PEM\ne control_url: GET /books e /clock, POST /payments, ' +
    '/transfers, /reversals, /returns/end,\n/clock, /authorizations, /payers, ' +
    '/revocations, /schedules/cancel e /faults,\nDELETE /faults.',
  'Quirks:': 'Peculiaridades (em inglês, como no código do simulador):',
  'Serve an account to an agent over the Model Context Protocol on standard input.':
    'Serve uma conta a um agente pelo Model Context Protocol, na entrada padrão.',
  'also offer operations that change something: all, or these operationIds, comma-separated':
    'oferece também operações que mudam algo: todas, ou estes operationIds, separados por vírgula',
  'An agent can do what its client can:': 'Um agente pode o que o cliente dele pode:',
  'give it a client of its own, with only the scopes it needs.':
    'dê a ele um cliente próprio, só com os escopos de que precisa.',
}
