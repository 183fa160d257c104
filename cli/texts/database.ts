/** The messages of `db` and of `psp`, and those about variables of the environment. */
export const database: Readonly<Record<string, string>> = {
  'Nothing to do.': 'Nada a fazer.',
  'Applied {}.': 'Foi aplicado: {}.',
  'Nothing to do: the schema is {} already.': 'Nada a fazer: o esquema já é {}.',
  'Waiting: {}.': 'Esperando: {}.',
  ['Keep SECRET_KEY too (or the file secret.key), {}: without it the sealed data in the ' +
    'copy cannot be opened.']:
    'Guarde também SECRET_KEY (ou o arquivo secret.key), {}: sem ela os dados selados da ' +
    'cópia não abrem.',
  'in another place': 'em outro lugar',
  'with the service that runs on the copy': 'com o serviço que usa a cópia',
  '{} already exists; a backup never overwrites a file.':
    '{} já existe; um backup nunca sobrescreve um arquivo.',
  'Could not look into {}: {}.': 'Não foi possível olhar {}: {}.',
  'Not checked without SECRET_KEY: {}.': 'Sem SECRET_KEY não foi conferido: {}.',
  'that no audit trail was truncated or rewritten':
    'que nenhuma trilha de auditoria foi cortada ou reescrita',
  'ok      {}': 'ok      {}',
  'BROKEN  {}; {} repairs it': 'QUEBRA  {}; {} conserta',
  'BROKEN  {}': 'QUEBRA  {}',
  'Broken: {}.': 'Há quebras: {}.',
  'Nothing to repair.': 'Nada a consertar.',
  'Repaired {}.': 'Foi consertado: {}.',
  '{} {}: {} rows': '{} {}: {} linhas',
  'Verified row by row.': 'Conferido linha por linha.',
  'NOT identical.': 'NÃO é idêntico.',
  'The target differs from the source: {}.': 'O destino difere da origem: {}.',
  'Nothing to do: every table is distributed already.':
    'Nada a fazer: todas as tabelas já estão distribuídas.',

  '{}: {} is empty.': '{}: {} está vazio.',
  '{}: {} cannot be used ({}).': '{}: {} não serve ({}).',
  '--p12: {} cannot be read ({}).': '--p12: {} não pôde ser lido ({}).',
  '--key: {} does not belong to the certificate {}.': '--key: {} não é a chave do certificado {}.',
  'WARNING: {} has the same Pix key.': 'ATENÇÃO: {} tem a mesma chave Pix.',
  ['The bank announces what arrives for it at the address registered last, this one; the ' +
    "other seller's payments are only polled."]:
    'O banco avisa o que chega só no último endereço registrado, que é este; os ' +
    'pagamentos do outro vendedor são apenas consultados.',
  "This seller's buyers now pay through that bank.":
    'Os compradores deste vendedor agora pagam por esse banco.',
  'Its secrets are not stored: pass {} and {}.':
    'Os segredos dele não estão guardados: informe {} e {}.',
  'That is another bank: it does not know the charges made at the one that is connected.':
    'Esse é outro banco: ele não conhece as cobranças feitas no que está conectado.',
  'psp connect connects it, and keeps the other for its own charges.':
    'psp connect o conecta, e guarda o outro para as cobranças dele.',
  'That bank knows none of the charges made with this key.':
    'Esse banco não conhece nenhuma das cobranças feitas com esta chave.',
  '{} has no bank connected: choose an earlier one with --pix-key KEY.':
    '{} não tem banco conectado: escolha um anterior com --pix-key CHAVE.',
  '{} never had a bank connected with the key {}.':
    '{} nunca teve um banco conectado com a chave {}.',
  'Open charges and refunds there continue with the new settings.':
    'As cobranças e devoluções abertas nele continuam com a nova configuração.',
  '{} has no bank connected.': '{} não tem banco conectado.',
  'The bank announces transfers at {}, not at {}: connect it again.':
    'O banco avisa as transferências em {}, e não em {}: conecte-o de novo.',
  'the account, when the application has several (x-conta-corrente)':
    'a conta, quando a aplicação tem várias (x-conta-corrente)',
  "the application's key, gw-dev-app-key on the developers' portal":
    'a chave da aplicação, gw-dev-app-key no portal de desenvolvedores',
  'x-itau-apikey, where the bank has given one': 'x-itau-apikey, se o banco deu uma',
  'the e-mail that payments are made for, since the provider wants one of each':
    'o e-mail em nome do qual se paga, pois o provedor pede um de cada pagamento',
  'no address': 'nenhum endereço',
  'Charges made there that the bank is still asked about: {}.':
    'Cobranças feitas nele sobre as quais o banco ainda é consultado: {}.',

  'must be an http or https address without a space or a query':
    'deve ser um endereço http ou https sem espaço nem parâmetros',
  'must be an address without a user or a password': 'deve ser um endereço sem usuário nem senha',
  'must be an address without a path: give the service a host name of its own':
    'deve ser um endereço sem caminho: dê ao serviço um nome de host próprio',
  'must be names of hosts without ports, separated by commas':
    'deve ser nomes de host sem portas, separados por vírgulas',
  'must be an http or https address': 'deve ser um endereço http ou https',
  'must be 32 bytes in base64, as `openssl rand -base64 32` prints them':
    'deve ser 32 bytes em base64, como `openssl rand -base64 32` os mostra',
  'must be a mailbox, or an address of mailto, https or tel':
    'deve ser uma caixa de e-mail, ou um endereço mailto, https ou tel',
  'must be smtp://HOST or smtps://HOST, with a user and a password if need be':
    'deve ser smtp://SERVIDOR ou smtps://SERVIDOR, com usuário e senha se for preciso',
  'a % in the user or the password must be written as %25':
    'um % no usuário ou na senha se escreve %25',
  'must be a mailbox such as pix@loja.example, or Loja <pix@loja.example>':
    'deve ser uma caixa como pix@loja.example, ou Loja <pix@loja.example>',
  'must be off or a whole number of requests a second':
    'deve ser off ou um número inteiro de requisições por segundo',
  'must be off or a whole number of megabytes': 'deve ser off ou um número inteiro de megabytes',
  'must be addresses or subnets such as 10.0.0.0/24, separated by commas':
    'deve ser endereços ou sub-redes como 10.0.0.0/24, separados por vírgulas',
  'must be a whole number from {} to {}': 'deve ser um número inteiro de {} a {}',
  'must be {}': 'deve ser {}',
  'Value "{}" not in choices [{}]': 'o valor "{}" não está entre [{}]',
  'SECRET_KEY is set as well; only one may be': 'SECRET_KEY também está definida; só uma pode',
  '{} cannot be read ({})': '{} não pôde ser lido ({})',
  'more than 1 needs PostgreSQL; DATABASE_URL names SQLite':
    'mais de 1 precisa de PostgreSQL; DATABASE_URL diz SQLite',
  'required with SMTP_URL': 'é obrigatória com SMTP_URL',
  'required in live mode': 'é obrigatória em modo de produção',
  'must be an https address in live mode': 'deve ser um endereço https em modo de produção',
  ['not set, and this database was used before it remembered its mode: set MODE to what ' +
    'it has been, sandbox or live']:
    'não está definida, e este banco de dados foi usado antes de guardar o modo: diga o ' +
    'que ele era, sandbox ou live',
  'is {}, and this database is a {} one': 'é {}, e este banco de dados é {}',
  'is not set, which means {}, and this database is a {} one':
    'não está definida, o que significa {}, e este banco de dados é {}',
  'not set, and {} cannot be used ({})': 'não está definida, e {} não serve ({})',
  'not set, and {} does not hold 32 bytes in base64':
    'não está definida, e {} não contém 32 bytes em base64',
  'does not open the {} of this database': 'não abre: {} deste banco de dados',
}
