/** The messages of the commands: what they have done, and why they refuse. */
export const messages: Readonly<Record<string, string>> = {
  'None.': 'Nada.',
  'Cannot print: {}': 'Não foi possível escrever: {}',
  'The database cannot be written now ({}).': 'O banco de dados não pode ser gravado agora ({}).',
  'See what was changed before it is run again.': 'Veja o que mudou antes de repetir o comando.',
  '{}: {} is not a file that commands can share.':
    '{}: {} não é um arquivo que os comandos possam compartilhar.',
  'There is no database at {}.': 'Não há banco de dados em {}.',
  'There is no seller {}.': 'Não há vendedor {}.',
  'There is no seller yet.': 'Ainda não há vendedor.',
  'There are several sellers, choose one with --seller ID: {}.':
    'Há vários vendedores; escolha um com --seller ID: {}.',
  '{}, {} more': '{}, e mais {}',
  'The client_secret will not be shown again: store it in a safe place.':
    'O client_secret só é mostrado agora: guarde-o em lugar seguro.',
  'Also ended: {}.': 'Também foi encerrado: {}.',
  'It created, and these stay: {}.': 'Criou, e isto fica: {}.',
  'It created nothing that stays.': 'Não criou nada que fique.',
  'CLIENT_ID and CLIENT_SECRET must be set.': 'Defina CLIENT_ID e CLIENT_SECRET.',
  'No service answers at {}.': 'Nenhum serviço responde em {}.',
  '{} does not answer as this service does.': '{} não responde como este serviço.',

  'There is no subscription {}.': 'Não há assinatura {}.',
  '{} is {}: it has ended already.': '{} está {}: já terminou.',
  'There is no checkout {}.': 'Não há cobrança {}.',
  '{} is {}: only an open checkout can be canceled.':
    '{} está {}: só uma cobrança aberta pode ser cancelada.',
  'There is no customer {}.': 'Não há cliente {}.',
  'There is no product {}.': 'Não há produto {}.',
  'There is no offer {}.': 'Não há oferta {}.',
  '{} is the default offer of {}, which has other active offers: set one of them as default first.':
    '{} é a oferta padrão de {}, que tem outras ofertas ativas: torne uma delas a padrão antes.',
  ['Older backups still have the person, and so has PostgreSQL until its vacuum: ' +
    'docs/operations.md, "Erase a person".']:
    'Backups antigos ainda têm a pessoa, e o PostgreSQL também, até o vacuum: ' +
    'docs/operations.md, "Erase a person".',
  ['The erasure has begun, and is not complete ({}): the service goes on with it, and so ' +
    'does this command if you run it again.']:
    'A exclusão começou e não terminou ({}): o serviço continua, e este comando também, ' +
    'se for repetido.',

  'There is no API client {}, or it was already revoked.':
    'Não há cliente de API {}, ou já foi revogado.',
  'The seller already has {} active API clients: revoke one first.':
    'O vendedor já tem {} clientes de API ativos: revogue um antes.',
  'This would end the last owner with a passkey: another owner must join first.':
    'Isso encerraria o último proprietário com passkey: outro proprietário precisa entrar antes.',
  'The previous secret still gets tokens for {} seconds.':
    'O segredo anterior ainda obtém tokens por {} segundos.',
  'The previous secret and every token issued with it have ended.':
    'O segredo anterior e todos os tokens emitidos com ele acabaram.',
  'Its secret and every token issued to it have ended.':
    'O segredo dele e todos os tokens emitidos acabaram.',

  'A user with this e-mail has another role.': 'Um usuário com este e-mail tem outro papel.',
  'The seller already has {} users: remove one first.':
    'O vendedor já tem {} usuários: remova um antes.',
  'No other active owner has a passkey: another owner must join first.':
    'Nenhum outro proprietário ativo tem passkey: outro proprietário precisa entrar antes.',
  'The link will not be shown again, and works once: the service also mails it to that person.':
    'O link só é mostrado agora e funciona uma vez: o serviço também o envia a essa ' +
    'pessoa por e-mail.',
  'The link will not be shown again, and works once: send it only to that person.':
    'O link só é mostrado agora e funciona uma vez: envie-o só a essa pessoa.',
  'There is no user {}, or it was already removed.': 'Não há usuário {}, ou já foi removido.',
  'There is no user {}.': 'Não há usuário {}.',
  'The user {} must be removed first.': 'O usuário {} precisa ser removido antes.',
  'Its passkeys, invitation and sessions have ended.':
    'As passkeys, o convite e as sessões dele acabaram.',
  ['The audit trail was rewritten from the first event that named the person: its new end ' +
    'is in the command log.']:
    'A trilha de auditoria foi reescrita desde o primeiro evento com a pessoa: o novo ' +
    'fim está no registro de comandos.',
  'Older backups still have the e-mail: docs/operations.md, "Erase a person".':
    'Backups antigos ainda têm o e-mail: docs/operations.md, "Erase a person".',
  'The audit trail was not rewritten: {} See db check.':
    'A trilha de auditoria não foi reescrita: {} Veja db check.',

  'Where the shop shows a name of its own, that one stays.':
    'Onde a loja mostra um nome próprio, esse fica.',
  'Its tokens have ended.': 'Os tokens dele acabaram.',
  'Money that still arrives is settled or sent back.':
    'O dinheiro que ainda chegar é recebido ou devolvido.',
  'Its API clients can get tokens again.': 'Os clientes de API dele voltam a obter tokens.',

  'No mail is sent: SMTP_URL and MAIL_FROM are not set.':
    'Nenhum e-mail é enviado: faltam SMTP_URL e MAIL_FROM.',
  'The mail was not sent: {}': 'O e-mail não foi enviado: {}',

  'It signs webhooks from now on; for 24 hours the previous key signs them too.':
    'Passa a assinar os webhooks; por 24 horas a chave anterior também assina.',
  'It signs from now on; tokens of the previous key stay valid until they expire.':
    'Passa a assinar; os tokens da chave anterior valem até vencer.',
  'There is no signing key {}, or it was already revoked.':
    'Não há chave de assinatura {}, ou já foi revogada.',
  'It no longer signs webhooks; receivers that hold its public key must discard it.':
    'Não assina mais webhooks; quem guarda a chave pública dela deve descartá-la.',
  'Every token it signed is refused; clients get new ones automatically.':
    'Todo token que ela assinou é recusado; os clientes obtêm novos sozinhos.',
  'Neither key opens the {}.': 'Nenhuma das duas chaves abre: {}.',
  ['Something is still being sealed with another key: start every process with the same ' +
    'SECRET_KEY, and run this again.']:
    'Algo ainda é selado com outra chave: inicie todos os processos com a mesma ' +
    'SECRET_KEY e repita o comando.',
  'Everything is sealed with SECRET_KEY; SECRET_KEY_PREVIOUS is no longer needed.':
    'Tudo está selado com SECRET_KEY; SECRET_KEY_PREVIOUS não é mais necessária.',

  'There is no webhook endpoint {}, or it was already deleted.':
    'Não há endereço de webhook {}, ou já foi apagado.',
  'The secret will not be shown again: the receiver verifies signatures with it.':
    'O segredo só é mostrado agora: o receptor confere as assinaturas com ele.',
  'Nothing more is sent to it.': 'Nada mais é enviado a ele.',
  'Until {} the previous secret signs deliveries too.':
    'Até {} o segredo anterior também assina as entregas.',
  'the signature is valid': 'a assinatura confere',
  'INVALID SIGNATURE: {}': 'ASSINATURA INVÁLIDA: {}',
  'NO ANSWER: {}': 'SEM RESPOSTA: {}',
  'Cannot listen on port {} ({}): choose another with --port N.':
    'Não dá para ouvir na porta {} ({}): escolha outra com --port N.',
  'Listening on {}; stop with Ctrl-C.': 'Ouvindo em {}; pare com Ctrl-C.',
  'Listening on {} as {}; stop with Ctrl-C.': 'Ouvindo em {} como {}; pare com Ctrl-C.',
  'Deleted {}.': '{} foi apagado.',
  'the given secret': 'o segredo informado',
  'Forwarding to {}, signed with {}; stop with Ctrl-C.':
    'Encaminhando para {}, assinado com {}; pare com Ctrl-C.',

  'Get a token': 'Obter um token',
  'See that the service is ready': 'Ver que o serviço está pronto',
  'See whose account it is': 'Ver de quem é a conta',
  'Register a customer': 'Cadastrar um cliente',
  'Model a product, with its first offer': 'Criar um produto, com a primeira oferta',
  'Add an offer that becomes the default': 'Adicionar uma oferta, que passa a ser a padrão',
  'Open a checkout': 'Abrir uma cobrança',
  'Read the checkout: it is open': 'Ler a cobrança: está aberta',
  'The buyer pays by instant bank transfer': 'O comprador paga por Pix',
  'Read the checkout: it is completed': 'Ler a cobrança: está paga',
  'Read the payment': 'Ler o pagamento',
  'Refund a part of it': 'Devolver uma parte',
  'Read the payment: a part has gone back': 'Ler o pagamento: uma parte voltou',
  '{} Start it with npm start, or set BASE_URL or PORT.':
    '{} Inicie-o com npm start, ou defina BASE_URL ou PORT.',
  '{}: does the service run in sandbox mode, on the same DATABASE_URL?':
    '{}: o serviço está em modo sandbox, na mesma DATABASE_URL?',
  '{}: {} {} answered {} {}': '{}: {} {} respondeu {} {}',
  'MODE: the demo pays its own checkout, and so needs the sandbox.':
    'MODE: a demonstração paga a própria cobrança, e por isso precisa do modo sandbox.',
  'The checkout ended as {}.': 'A cobrança acabou como {}.',
}
