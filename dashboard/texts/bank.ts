import type { Locale } from '../../domain/checkouts/page/locale.ts'

const ptBR = {
  title: 'Banco',
  without: {
    sandbox: 'Nenhum banco conectado: as cobranças são pagas no ambiente de teste.',
    none: 'Nenhum banco conectado: as cobranças não podem ser pagas.',
  },
  silent: 'O banco não responde.',
  provider: 'Contrato',
  bacen: 'API Pix do Banco Central',
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
    refused: 'O banco recusou o endereço: a lista dele é lida',
    none: 'Este provedor não envia avisos',
  },
  granted_scopes: 'O banco permite',
  warnings: {
    refunds_not_granted: 'O banco não permite devoluções: peça a ele o escopo pix.write.',
    webhook_not_granted:
      'O banco não permite registrar o aviso de pagamentos: peça a ele o escopo webhook.write.',
    callbacks_refused:
      'O banco recusou o endereço dos avisos: os pagamentos são lidos da lista dele.',
    callback_address_changed: 'O banco não avisa mais os pagamentos aqui. Conecte-o de novo.',
  },
  connected_at: 'Conectado em',
  ends_soon: 'O certificado vence em menos de 30 dias. Peça outro ao banco e renove a conexão.',
  ended: 'O certificado venceu: o banco recusa a conexão. Renove-a agora.',
  only_owner: 'Só o proprietário da conta conecta, testa e desconecta o banco.',
  health: 'Situação',
  answering: 'Responde',
  not_answering: 'Não responde',
  form: {
    connect: 'Conectar um banco',
    change: 'Trocar ou renovar a conexão',
    text:
      'O banco é consultado antes: se recusar, nada muda. Com a mesma chave Pix, a ' +
      'conexão é renovada e as cobranças abertas continuam.',
    client_secret: 'client_secret',
    certificate: 'Certificado (arquivo PEM)',
    private_key: 'Chave privada (arquivo PEM, sem senha)',
    authority: 'Autoridade do banco (arquivo PEM), se não for pública',
    callbacks: 'Se o banco recusar o endereço dos avisos',
    as_it_is: 'Como está (num banco novo, não conectar)',
    required: 'Não conectar',
    optional: 'Conectar, e ler a lista do banco',
    submit: 'Conectar',
  },
  confirm: (url: string, key: string) => `Receber pelo banco em ${url} com a chave Pix ${key}.`,
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
    problem: 'Resposta',
    away: 'O banco respondeu, mas avisa os pagamentos em outro endereço. Conecte-o de novo.',
  },
  disconnect: {
    title: 'Desconectar o banco',
    text:
      'Os compradores deixam de pagar por ele. As cobranças e devoluções abertas ' +
      'ainda são acompanhadas.',
    submit: 'Desconectar',
    confirm: 'Desconectar o banco.',
  },
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Bank',
  without: {
    sandbox: 'No bank is connected: checkouts are paid in the sandbox.',
    none: 'No bank is connected: checkouts cannot be paid.',
  },
  silent: 'The bank does not answer.',
  provider: 'Contract',
  bacen: "The Central Bank's Pix API",
  profile: 'Profile of the bank',
  url: "The bank's address",
  token_url: 'Address of tokens',
  client_id: 'client_id',
  pix_key: 'Pix key',
  city: 'City',
  callback_url: "Notice of payments (the bank's webhook)",
  certificate: 'Certificate',
  valid_to: 'Certificate valid until',
  fingerprint: 'Fingerprint (SHA-256)',
  callbacks: "The bank's notices",
  callbacks_are: {
    registered: 'The bank has taken the address',
    refused: 'The bank refused the address: its list is read',
    none: 'This provider sends no notices',
  },
  granted_scopes: 'The bank permits',
  warnings: {
    refunds_not_granted: 'The bank does not permit refunds: ask it for the scope pix.write.',
    webhook_not_granted:
      'The bank does not permit to register the notice of payments: ask it for webhook.write.',
    callbacks_refused: 'The bank refused the address of notices: payments are read from its list.',
    callback_address_changed: 'The bank no longer announces payments here. Connect it again.',
  },
  connected_at: 'Connected',
  ends_soon: 'The certificate ends in less than 30 days. Get another from the bank and renew.',
  ended: 'The certificate has ended: the bank refuses the connection. Renew it now.',
  only_owner: 'Only an owner of the account connects, tests and disconnects the bank.',
  health: 'State',
  answering: 'Answers',
  not_answering: 'Does not answer',
  form: {
    connect: 'Connect a bank',
    change: 'Replace or renew the connection',
    text:
      'The bank is asked first: if it refuses, nothing changes. With the same Pix ' +
      'key the connection is renewed, and open checkouts go on.',
    client_secret: 'client_secret',
    certificate: 'Certificate (PEM file)',
    private_key: 'Private key (PEM file, without a password)',
    authority: "The bank's authority (PEM file), unless it is public",
    callbacks: 'If the bank refuses the address of notices',
    as_it_is: 'As it is (a new bank: do not connect)',
    required: 'Do not connect',
    optional: "Connect, and read the bank's list",
    submit: 'Connect',
  },
  confirm: (url: string, key: string) =>
    `Be paid through the bank at ${url} by the Pix key ${key}.`,
  test: {
    title: 'Test the connection',
    text: 'Asks the bank what it permits and where it announces payments. Nothing changes.',
    submit: 'Test',
    confirm: 'Use the stored credentials to ask the bank.',
    result: 'Test of the connection',
    scopes: 'The bank permits',
    webhook: 'The bank announces at',
    here: 'The bank has answered, and announces payments here.',
    refused: 'The bank refuses the credentials or the Pix key.',
    unavailable: 'The bank does not answer, or does not accept the certificate.',
    problem: 'Answer',
    away: 'The bank has answered, but announces payments elsewhere. Connect it again.',
  },
  disconnect: {
    title: 'Disconnect the bank',
    text:
      'Buyers no longer pay through it. Charges and refunds that are open there ' +
      'are still followed.',
    submit: 'Disconnect',
    confirm: 'Disconnect the bank.',
  },
}

const es: Texts = {
  title: 'Banco',
  without: {
    sandbox: 'Ningún banco conectado: los cobros se pagan en el entorno de prueba.',
    none: 'Ningún banco conectado: los cobros no se pueden pagar.',
  },
  silent: 'El banco no responde.',
  provider: 'Contrato',
  bacen: 'API Pix del Banco Central',
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
  warnings: {
    refunds_not_granted: 'El banco no permite devoluciones: pídale el permiso pix.write.',
    webhook_not_granted:
      'El banco no permite registrar el aviso de pagos: pídale el permiso webhook.write.',
    callbacks_refused:
      'El banco rechazó la dirección de los avisos: los pagos se leen de su lista.',
    callback_address_changed: 'El banco ya no avisa los pagos aquí. Conéctelo de nuevo.',
  },
  connected_at: 'Conectado',
  ends_soon: 'El certificado vence en menos de 30 días. Pida otro al banco y renueve la conexión.',
  ended: 'El certificado venció: el banco rechaza la conexión. Renuévela ahora.',
  only_owner: 'Solo un propietario de la cuenta conecta, prueba y desconecta el banco.',
  health: 'Estado',
  answering: 'Responde',
  not_answering: 'No responde',
  form: {
    connect: 'Conectar un banco',
    change: 'Cambiar o renovar la conexión',
    text:
      'Primero se consulta al banco: si rechaza, nada cambia. Con la misma clave ' +
      'Pix se renueva la conexión y los cobros abiertos continúan.',
    client_secret: 'client_secret',
    certificate: 'Certificado (archivo PEM)',
    private_key: 'Clave privada (archivo PEM, sin contraseña)',
    authority: 'Autoridad del banco (archivo PEM), si no es pública',
    callbacks: 'Si el banco rechaza la dirección de los avisos',
    as_it_is: 'Como está (en un banco nuevo, no conectar)',
    required: 'No conectar',
    optional: 'Conectar, y leer la lista del banco',
    submit: 'Conectar',
  },
  confirm: (url: string, key: string) => `Cobrar por el banco en ${url} con la clave Pix ${key}.`,
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
    problem: 'Respuesta',
    away: 'El banco respondió, pero avisa los pagos en otra dirección. Conéctelo de nuevo.',
  },
  disconnect: {
    title: 'Desconectar el banco',
    text:
      'Los compradores dejan de pagar por él. Los cobros y devoluciones abiertos ' +
      'se siguen atendiendo.',
    submit: 'Desconectar',
    confirm: 'Desconectar el banco.',
  },
}

export const bank: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }

export const notices: Record<Locale, Record<string, string>> = {
  'pt-BR': {
    bank_connected: 'O banco foi conectado.',
    bank_disconnected: 'O banco foi desconectado.',
  },
  en: {
    bank_connected: 'The bank is connected.',
    bank_disconnected: 'The bank is disconnected.',
  },
  es: {
    bank_connected: 'El banco está conectado.',
    bank_disconnected: 'El banco está desconectado.',
  },
}
