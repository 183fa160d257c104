import type { Locale } from '../../domain/formats/locale.ts'

/** By names of the API, of which there may be others. */
type TextsByName<Value> = Record<string, Value | undefined>

const ptBR = {
  title: 'Banco',
  without: {
    sandbox: 'Nenhum banco conectado: as cobranças são pagas no ambiente de teste.',
    none: 'Nenhum banco conectado: as cobranças não podem ser pagas.',
  },
  silent: 'O banco não responde.',
  profile: 'Perfil do banco',
  url: 'Endereço do banco',
  token_url: 'Endereço dos tokens',
  client_id: 'client_id',
  pix_key: 'Chave Pix',
  city: 'Cidade',
  callback_url: 'Aviso de pagamentos (webhook do banco)',
  certificate: 'Certificado',
  valid_to: 'Certificado válido até',
  fingerprint: 'Impressão digital (SHA-256)',
  callbacks: 'Avisos do banco',
  callbacks_are: {
    registered: 'O banco aceitou o endereço',
    refused: 'O banco recusou o endereço: consultamos a lista dele',
    none: 'Este provedor não envia avisos',
  },
  granted_scopes: 'O banco permite',
  account: 'Conta que recebe',
  account_types: { checking: 'Conta corrente', savings: 'Poupança', payment: 'Conta de pagamento' },
  account_in_words: (type: string, branch: string, number: string) =>
    `${type}, agência ${branch}, número ${number}`,
  recurring: 'Assinaturas (Pix Automático)',
  recurring_is: {
    available: 'Podem ser vendidas.',
    not_granted:
      'O banco não liberou o Pix Automático. Peça a ele os escopos rec, cobr e ' +
      'payloadlocationrec para a sua aplicação e depois teste a conexão.',
    account_missing: 'Informe a sua conta no banco ao renovar a conexão.',
    not_supported: 'A API deste banco não tem o Pix Automático. Outro banco pode ter.',
    unknown: 'O banco ainda não respondeu se permite. Perguntamos de novo em até uma hora.',
  },
  warnings: {
    refunds_not_granted: 'O banco não permite devoluções: peça a ele o escopo pix.write.',
    webhook_not_granted:
      'O banco não permite registrar o aviso de pagamentos: peça a ele o escopo webhook.write.',
    disputes_not_granted:
      'A Woovi não deixa ler as contestações: dê ao AppID o escopo DISPUTE_GET.',
    callbacks_refused: 'O banco recusou o endereço de avisos: os pagamentos vêm da lista dele.',
    callback_address_changed: 'O banco não avisa mais os pagamentos aqui. Conecte-o de novo.',
    recurring_not_granted:
      'O banco recusa o Pix Automático: as assinaturas não são debitadas. Peça a ele os escopos ' +
      'do Pix Automático.',
    recurring_account_missing:
      'Falta o número da sua conta no banco: as assinaturas não são debitadas. Informe-o abaixo.',
    recurring_callbacks_refused:
      'O banco não avisa as assinaturas aqui: o que muda nelas vem das listas dele, mais tarde.',
  },
  connected_at: 'Conectado em',
  ends_soon: 'O certificado vence em menos de 30 dias. Peça outro ao banco e renove a conexão.',
  ended: 'O certificado venceu: o banco recusa a conexão. Renove-a agora.',
  only_owner: 'Só o proprietário da conta conecta, testa e desconecta o banco.',
  health: 'Situação',
  answering: 'Responde',
  not_answering: 'Não responde',
  other_bank: 'Outro banco (API Pix do Banco Central)',
  choose: {
    title: 'Qual é o seu banco?',
    text: 'Escolha o banco da sua chave Pix. Pedimos só o que ele exige.',
    other: 'Escolher outro banco',
  },
  technical: 'Dados técnicos da conexão',
  permits: {
    'cob.write': 'criar cobranças',
    'cob.read': 'consultar cobranças',
    'pix.write': 'devolver',
    'pix.read': 'consultar pagamentos',
    'webhook.write': 'registrar avisos',
    'webhook.read': 'consultar avisos',
  } as TextsByName<string>,
  form: {
    connect: (bank: string) => `Conectar: ${bank}`,
    change: (bank: string) => `Renovar a conexão: ${bank}`,
    text:
      'O banco é consultado antes: se ele recusar, nada muda. Com a mesma chave Pix, a ' +
      'conexão é renovada e as cobranças abertas continuam.',
    again: 'Nada mudou. Por segurança, escolha os arquivos e digite os segredos de novo.',
    client_id: 'Client ID',
    client_secret: 'Client secret',
    secrets: { mercadopago: 'Access token', woovi: 'AppID' } as TextsByName<string>,
    values: {
      'bb.app_key': {
        label: 'Chave da aplicação (gw-dev-app-key)',
        hint: 'Está no portal de desenvolvedores do banco.',
      },
      'inter.account': {
        label: 'Conta corrente (x-conta-corrente)',
        hint: 'Só se a aplicação atende a mais de uma conta.',
      },
      'itau.api_key': { label: 'x-itau-apikey', hint: 'Só se o banco forneceu uma.' },
      'mercadopago.payer_email': {
        label: 'E-mail informado nos pagamentos',
        hint: 'O Mercado Pago exige um e-mail em cada pagamento.',
      },
    } as TextsByName<{ label: string; hint?: string }>,
    value_kept: 'Em branco, fica o valor que já está guardado.',
    pkcs12: 'Certificado (arquivo .p12 ou .pfx)',
    pkcs12_password: 'Senha do certificado',
    pkcs12_password_hint: 'Em branco, se o arquivo não tem senha.',
    pem_files: 'Meu certificado está em arquivos PEM',
    certificate: 'Certificado (PEM)',
    private_key: 'Chave privada (PEM, sem senha)',
    no_certificate: 'Escolha o arquivo do certificado.',
    missing: 'O banco precisa deste dado.',
    pix_key: 'Chave Pix que recebe',
    pix_key_hint: 'Como está cadastrada no banco; telefone com +55.',
    city: 'Cidade',
    city_hint: 'Aparece no código Pix. Em branco, Brasilia.',
    addresses: 'Endereços do banco',
    url: 'Endereço da API Pix',
    token_url: 'Endereço dos tokens',
    authority: 'Autoridade certificadora do banco (PEM)',
    authority_hint: 'Só se o certificado do banco não é de uma autoridade pública.',
    callbacks: 'Se o banco recusar o endereço de avisos',
    required: 'Não conectar',
    optional: 'Conectar mesmo assim e consultar a lista do banco',
    account: 'Sua conta no banco, para vender assinaturas',
    account_type: 'Tipo da conta',
    account_branch: 'Agência, sem o dígito',
    account_number: 'Número da conta, com o dígito',
    account_hint: 'Só algarismos. O Pix Automático exige a conta que recebe.',
    account_part: 'Informe a agência e o número da conta, ou deixe os dois em branco.',
    submit: 'Conectar',
  },
  confirm: (bank: string, key: string) => `Receber por ${bank} com a chave Pix ${key}.`,
  test: {
    title: 'Testar a conexão',
    text: 'Pergunta ao banco o que ele permite e aonde avisa os pagamentos. Nada muda.',
    submit: 'Testar',
    confirm: 'Usar as credenciais guardadas para perguntar ao banco.',
    result: 'Teste da conexão',
    scopes: 'O banco permite',
    webhook: 'O banco avisa em',
    here: 'O banco respondeu e avisa os pagamentos aqui.',
    refused: 'O banco recusou as credenciais ou a chave Pix.',
    unavailable: 'O banco não responde, ou não aceita o certificado.',
    away: 'O banco respondeu, mas avisa os pagamentos em outro endereço. Conecte-o de novo.',
  },
  disconnect: {
    title: 'Desconectar o banco',
    text:
      'Os compradores deixam de pagar por ele. As cobranças e devoluções abertas ' +
      'ainda são acompanhadas.',
    submit: 'Desconectar',
    confirm: (subscriptions: number) => {
      if (subscriptions === 0) return 'Desconectar o banco.'
      const which = subscriptions === 1 ? '1 assinatura fica' : `${subscriptions} assinaturas ficam`
      return `Desconectar o banco. ${which} sem cobrança até o mesmo banco ser conectado de novo.`
    },
  },
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Bank',
  without: {
    sandbox: 'No bank is connected: checkouts are paid in the sandbox.',
    none: 'No bank is connected: checkouts cannot be paid.',
  },
  silent: 'The bank is not responding.',
  profile: 'Bank profile',
  url: 'Pix API URL',
  token_url: 'Token URL',
  client_id: 'client_id',
  pix_key: 'Pix key',
  city: 'City',
  callback_url: 'Payment notifications (bank webhook)',
  certificate: 'Certificate',
  valid_to: 'Certificate valid until',
  fingerprint: 'Fingerprint (SHA-256)',
  callbacks: 'Bank notifications',
  callbacks_are: {
    registered: 'Registered with the bank',
    refused: 'The bank refused the URL: payments are polled instead',
    none: 'This provider sends no notifications',
  },
  granted_scopes: 'Granted by the bank',
  account: 'Receiving account',
  account_types: {
    checking: 'Checking account',
    savings: 'Savings account',
    payment: 'Payment account',
  },
  account_in_words: (type, branch, number) => `${type}, branch ${branch}, number ${number}`,
  recurring: 'Subscriptions (Pix Automático)',
  recurring_is: {
    available: 'Can be sold.',
    not_granted:
      'The bank has not granted Pix Automático. Ask it for the scopes rec, cobr and ' +
      'payloadlocationrec for your application, then test the connection.',
    account_missing: 'Enter your bank account when you renew the connection.',
    not_supported: "This bank's API has no Pix Automático. Another bank's may have it.",
    unknown: 'The bank has not said yet if it grants them. It is asked again within an hour.',
  },
  warnings: {
    refunds_not_granted: 'The bank has not granted refunds: ask it for the pix.write scope.',
    webhook_not_granted:
      'The bank has not granted payment notifications: ask it for the webhook.write scope.',
    disputes_not_granted:
      'Woovi does not let disputes be read: give the AppID the scope DISPUTE_GET.',
    callbacks_refused: 'The bank refused the notification URL: payments are polled instead.',
    callback_address_changed: 'The bank no longer sends its notifications here. Connect it again.',
    recurring_not_granted:
      'The bank refuses Pix Automático: subscriptions are not debited. Ask it for the scopes of ' +
      'Pix Automático.',
    recurring_account_missing:
      'Your bank account number is missing: subscriptions are not debited. Enter it below.',
    recurring_callbacks_refused:
      'The bank does not notify us of subscriptions: changes are read from its lists, later.',
  },
  connected_at: 'Connected',
  ends_soon: 'The certificate expires in less than 30 days. Get a new one from the bank and renew.',
  ended: 'The certificate has expired: the bank refuses the connection. Renew it now.',
  only_owner: 'Only account owners can connect, test and disconnect the bank.',
  health: 'Status',
  answering: 'Responding',
  not_answering: 'Not responding',
  other_bank: "Another bank (the Central Bank's Pix API)",
  choose: {
    title: 'Which bank is yours?',
    text: 'Choose the bank that holds your Pix key. You are asked only for what it needs.',
    other: 'Choose another bank',
  },
  technical: 'Technical details',
  permits: {
    'cob.write': 'create charges',
    'cob.read': 'read charges',
    'pix.write': 'refund',
    'pix.read': 'read payments',
    'webhook.write': 'register notifications',
    'webhook.read': 'read notifications',
  },
  form: {
    connect: (bank) => `Connect: ${bank}`,
    change: (bank) => `Renew connection: ${bank}`,
    text:
      'The bank is checked first: if it refuses, nothing changes. With the same Pix ' +
      'key the connection is renewed, and open checkouts keep working.',
    again: 'Nothing was changed. For security, choose the files and enter the secrets again.',
    client_id: 'Client ID',
    client_secret: 'Client secret',
    secrets: { mercadopago: 'Access token', woovi: 'AppID' },
    values: {
      'bb.app_key': {
        label: 'Application key (gw-dev-app-key)',
        hint: "Find it on the bank's developer portal.",
      },
      'inter.account': {
        label: 'Account (x-conta-corrente)',
        hint: 'Only if the application serves several accounts.',
      },
      'itau.api_key': { label: 'x-itau-apikey', hint: 'Only if the bank gave you one.' },
      'mercadopago.payer_email': {
        label: 'E-mail sent with payments',
        hint: 'Mercado Pago requires an e-mail for each payment.',
      },
    },
    value_kept: 'Leave empty to keep the current value.',
    pkcs12: 'Certificate (.p12 or .pfx file)',
    pkcs12_password: 'Certificate password',
    pkcs12_password_hint: 'Leave empty if the file has none.',
    pem_files: 'My certificate is in PEM files',
    certificate: 'Certificate (PEM)',
    private_key: 'Private key (PEM, no password)',
    no_certificate: 'Choose the certificate file.',
    missing: 'The bank requires this.',
    pix_key: 'Receiving Pix key',
    pix_key_hint: 'As registered with the bank; phone numbers start with +55.',
    city: 'City',
    city_hint: 'Shown in the Pix code. Defaults to Brasilia.',
    addresses: 'Bank URLs',
    url: 'Pix API URL',
    token_url: 'Token URL',
    authority: 'Certificate authority of the bank (PEM)',
    authority_hint: "Only if the bank's certificate is not from a public authority.",
    callbacks: 'If the bank refuses the notification URL',
    required: 'Do not connect',
    optional: 'Connect anyway, and poll the bank for payments',
    account: 'Your bank account, to sell subscriptions',
    account_type: 'Type of account',
    account_branch: 'Branch, without its check digit',
    account_number: 'Account number, with its check digit',
    account_hint: 'Digits only. Pix Automático requires the receiving account.',
    account_part: 'Enter both branch and account number, or leave both empty.',
    submit: 'Connect',
  },
  confirm: (bank, key) => `Receive payments through ${bank} with the Pix key ${key}.`,
  test: {
    title: 'Test connection',
    text: 'Checks what the bank grants and where it sends notifications. Nothing changes.',
    submit: 'Test',
    confirm: 'Use the stored credentials to query the bank.',
    result: 'Connection test',
    scopes: 'Granted by the bank',
    webhook: 'The bank sends notifications to',
    here: 'The bank responded and sends its notifications here.',
    refused: 'The bank rejected the credentials or the Pix key.',
    unavailable: 'The bank is not responding, or does not accept the certificate.',
    away: 'The bank responded, but sends its notifications elsewhere. Connect it again.',
  },
  disconnect: {
    title: 'Disconnect bank',
    text:
      'Buyers can no longer pay through it. Charges and refunds already open there ' +
      'are still tracked.',
    submit: 'Disconnect',
    confirm: (subscriptions) => {
      if (subscriptions === 0) return 'Disconnect the bank.'
      const which =
        subscriptions === 1 ? '1 subscription stops' : `${subscriptions} subscriptions stop`
      return `Disconnect the bank. ${which} being charged until the same bank is connected again.`
    },
  },
}

const es: Texts = {
  title: 'Banco',
  without: {
    sandbox: 'Ningún banco conectado: los cobros se pagan en el entorno de prueba.',
    none: 'Ningún banco conectado: los cobros no se pueden pagar.',
  },
  silent: 'El banco no responde.',
  profile: 'Perfil del banco',
  url: 'Dirección del banco',
  token_url: 'Dirección de los tokens',
  client_id: 'client_id',
  pix_key: 'Clave Pix',
  city: 'Ciudad',
  callback_url: 'Aviso de pagos (webhook del banco)',
  certificate: 'Certificado',
  valid_to: 'Certificado válido hasta',
  fingerprint: 'Huella digital (SHA-256)',
  callbacks: 'Avisos del banco',
  callbacks_are: {
    registered: 'El banco aceptó la dirección',
    refused: 'El banco rechazó la dirección: se lee su lista',
    none: 'Este proveedor no envía avisos',
  },
  granted_scopes: 'El banco permite',
  account: 'Cuenta que recibe',
  account_types: {
    checking: 'Cuenta corriente',
    savings: 'Cuenta de ahorro',
    payment: 'Cuenta de pago',
  },
  account_in_words: (type, branch, number) => `${type}, agencia ${branch}, número ${number}`,
  recurring: 'Suscripciones (Pix Automático)',
  recurring_is: {
    available: 'Se pueden vender.',
    not_granted:
      'El banco no habilitó el Pix Automático. Pídale los permisos rec, cobr y ' +
      'payloadlocationrec para su aplicación y después pruebe la conexión.',
    account_missing: 'Informe su cuenta en el banco al renovar la conexión.',
    not_supported: 'La API de este banco no tiene el Pix Automático. Otro puede tenerlo.',
    unknown: 'El banco aún no respondió si las permite. Se le pregunta otra vez en una hora.',
  },
  warnings: {
    refunds_not_granted: 'El banco no permite devoluciones: pídale el permiso pix.write.',
    webhook_not_granted:
      'El banco no permite registrar el aviso de pagos: pídale el permiso webhook.write.',
    disputes_not_granted: 'Woovi no deja leer las disputas: dé al AppID el permiso DISPUTE_GET.',
    callbacks_refused:
      'El banco rechazó la dirección de los avisos: los pagos se leen de su lista.',
    callback_address_changed: 'El banco ya no avisa los pagos aquí. Conéctelo de nuevo.',
    recurring_not_granted:
      'El banco rechaza el Pix Automático: las suscripciones no se debitan. Pídale los permisos ' +
      'del Pix Automático.',
    recurring_account_missing:
      'Falta el número de su cuenta en el banco: las suscripciones no se debitan. Infórmelo abajo.',
    recurring_callbacks_refused:
      'El banco no avisa las suscripciones aquí: lo que cambia se lee de sus listas, más tarde.',
  },
  connected_at: 'Conectado',
  ends_soon: 'El certificado vence en menos de 30 días. Pida otro al banco y renueve la conexión.',
  ended: 'El certificado venció: el banco rechaza la conexión. Renuévela ahora.',
  only_owner: 'Solo un propietario de la cuenta conecta, prueba y desconecta el banco.',
  health: 'Estado',
  answering: 'Responde',
  not_answering: 'No responde',
  other_bank: 'Otro banco (API Pix del Banco Central)',
  choose: {
    title: '¿Cuál es su banco?',
    text: 'Elija el banco de su clave Pix. Se pide solo lo que él exige.',
    other: 'Elegir otro banco',
  },
  technical: 'Datos técnicos de la conexión',
  permits: {
    'cob.write': 'crear cobros',
    'cob.read': 'consultar cobros',
    'pix.write': 'devolver',
    'pix.read': 'consultar pagos',
    'webhook.write': 'registrar avisos',
    'webhook.read': 'consultar avisos',
  },
  form: {
    connect: (bank) => `Conectar: ${bank}`,
    change: (bank) => `Renovar la conexión: ${bank}`,
    text:
      'Primero se consulta al banco: si rechaza, nada cambia. Con la misma clave ' +
      'Pix se renueva la conexión y los cobros abiertos continúan.',
    again: 'Nada cambió. Por seguridad, elija los archivos y escriba los secretos de nuevo.',
    client_id: 'Client ID',
    client_secret: 'Client secret',
    secrets: { mercadopago: 'Access token', woovi: 'AppID' },
    values: {
      'bb.app_key': {
        label: 'Clave de la aplicación (gw-dev-app-key)',
        hint: 'Está en el portal de desarrolladores del banco.',
      },
      'inter.account': {
        label: 'Cuenta corriente (x-conta-corrente)',
        hint: 'Solo si la aplicación atiende varias cuentas.',
      },
      'itau.api_key': { label: 'x-itau-apikey', hint: 'Solo si el banco le dio una.' },
      'mercadopago.payer_email': {
        label: 'Correo informado en los pagos',
        hint: 'Mercado Pago exige un correo en cada pago.',
      },
    },
    value_kept: 'Vacío, queda el valor ya guardado.',
    pkcs12: 'Certificado (archivo .p12 o .pfx)',
    pkcs12_password: 'Contraseña del certificado',
    pkcs12_password_hint: 'Vacía si el archivo no tiene contraseña.',
    pem_files: 'Mi certificado está en archivos PEM',
    certificate: 'Certificado (PEM)',
    private_key: 'Clave privada (PEM, sin contraseña)',
    no_certificate: 'Elija el archivo del certificado.',
    missing: 'El banco necesita este dato.',
    pix_key: 'Clave Pix que recibe',
    pix_key_hint: 'Como está registrada en el banco; teléfono con +55.',
    city: 'Ciudad',
    city_hint: 'Aparece en el código Pix. Vacía, Brasilia.',
    addresses: 'Direcciones del banco',
    url: 'Dirección de la API Pix',
    token_url: 'Dirección de los tokens',
    authority: 'Autoridad certificadora del banco (PEM)',
    authority_hint: 'Solo si el certificado del banco no es de una autoridad pública.',
    callbacks: 'Si el banco rechaza la dirección de avisos',
    required: 'No conectar',
    optional: 'Conectar de todos modos y consultar la lista del banco',
    account: 'Su cuenta en el banco, para vender suscripciones',
    account_type: 'Tipo de cuenta',
    account_branch: 'Agencia, sin el dígito',
    account_number: 'Número de la cuenta, con el dígito',
    account_hint: 'Solo dígitos. El Pix Automático exige la cuenta que recibe.',
    account_part: 'Informe la agencia y el número de la cuenta, o deje ambos vacíos.',
    submit: 'Conectar',
  },
  confirm: (bank, key) => `Cobrar por ${bank} con la clave Pix ${key}.`,
  test: {
    title: 'Probar la conexión',
    text: 'Pregunta al banco qué permite y adónde avisa los pagos. Nada cambia.',
    submit: 'Probar',
    confirm: 'Usar las credenciales guardadas para preguntar al banco.',
    result: 'Prueba de la conexión',
    scopes: 'El banco permite',
    webhook: 'El banco avisa en',
    here: 'El banco respondió y avisa los pagos aquí.',
    refused: 'El banco rechaza las credenciales o la clave Pix.',
    unavailable: 'El banco no responde, o no acepta el certificado.',
    away: 'El banco respondió, pero avisa los pagos en otra dirección. Conéctelo de nuevo.',
  },
  disconnect: {
    title: 'Desconectar el banco',
    text:
      'Los compradores dejan de pagar por él. Los cobros y devoluciones abiertos ' +
      'se siguen atendiendo.',
    submit: 'Desconectar',
    confirm: (subscriptions) => {
      if (subscriptions === 0) return 'Desconectar el banco.'
      const which =
        subscriptions === 1 ? '1 suscripción deja' : `${subscriptions} suscripciones dejan`
      return `Desconectar el banco. ${which} de cobrarse hasta conectar otra vez el mismo banco.`
    },
  },
}

export const bank: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }

export const notices: Record<Locale, Record<string, string>> = {
  'pt-BR': {
    bank_connected: 'O banco foi conectado.',
    bank_disconnected: 'O banco foi desconectado.',
  },
  en: {
    bank_connected: 'Bank connected.',
    bank_disconnected: 'Bank disconnected.',
  },
  es: {
    bank_connected: 'El banco está conectado.',
    bank_disconnected: 'El banco está desconectado.',
  },
}
