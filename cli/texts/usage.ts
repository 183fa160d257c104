/** Commander's sentences about bad usage, and those of the values of options. */
export const usage: Readonly<Record<string, string>> = {
  'See {} --help.': 'Veja {} --help.',
  "unknown option '{}'.": "opção desconhecida '{}'.",
  "unknown option '{}' (Did you mean {}?).": "opção desconhecida '{}' (seria {}?).",
  "unknown command '{}'.": "comando desconhecido '{}'.",
  "unknown command '{}' (Did you mean {}?).": "comando desconhecido '{}' (seria {}?).",
  'one of {}': 'um destes: {}',
  "missing required argument '{}'.": "falta o argumento '{}'.",
  "required option '{}' not specified.": "falta a opção '{}'.",
  'required option {} or {} not specified.': 'falta a opção {} ou {}.',
  'an account needs --branch, --account and --account-type.':
    'uma conta precisa de --branch, --account e --account-type.',
  'required option {} not specified.': 'falta a opção {}.',
  "option '{}' argument missing.": "falta o valor da opção '{}'.",
  "option '{}' is invalid.": "o valor da opção '{}' não serve.",
  "option '{}' cannot be used with option '{}'.":
    "a opção '{}' não pode ser usada com a opção '{}'.",
  "command-argument value '{}' is invalid for argument '{}'.":
    "o valor '{}' não serve para o argumento '{}'.",
  'Allowed choices are {}.': 'As opções são {}.',
  "too many arguments for '{}'.": "argumentos demais para '{}'.",
  'Expected {} argument but got {}: {}.': 'Era esperado {} argumento, e vieram {}: {}.',
  'Expected {} arguments but got {}: {}.': 'Eram esperados {} argumentos, e vieram {}: {}.',
  'Expected {} argument but got {}.': 'Era esperado {} argumento, e vieram {}.',
  'Expected {} arguments but got {}.': 'Eram esperados {} argumentos, e vieram {}.',
  'It is a whole number from 1 to {}.': 'É um número inteiro de 1 a {}.',
  'It is a whole number from 0 to {}.': 'É um número inteiro de 0 a {}.',
  'There is: {}.': 'Há: {}.',
  'It must be an https address without a query.': 'Deve ser um endereço https sem parâmetros.',
  'It must have 1 to {} digits.': 'Deve ter de 1 a {} dígitos.',
  'It must have 1 to {} characters.': 'Deve ter de 1 a {} caracteres.',
  'It must have a name, an equals sign and a text.':
    'Deve ter um nome, um sinal de igual e um texto.',
  'It names {} twice.': 'Repete o nome {}.',
  'It must be an e-mail address in ASCII.': 'Deve ser um endereço de e-mail em ASCII.',
  'It cannot be read ({}).': 'Não pôde ser lido ({}).',
  'A client needs at least one scope.': 'Um cliente precisa de pelo menos um escopo.',
  'A name cannot be blank.': 'Um nome não pode ficar em branco.',
  'A name has at most {} characters.': 'Um nome tem no máximo {} caracteres.',
  'A port is a whole number from 1 to 65535.': 'Uma porta é um número inteiro de 1 a 65535.',
  'A secret is whsec_ and base64 of at least {} bytes.':
    'Um segredo é whsec_ e base64 de pelo menos {} bytes.',
  'A URL starts with http or https.': 'Um endereço começa com http ou https.',
  'A database URL is sqlite:PATH or postgres://USER@HOST/NAME.':
    'Um endereço de banco de dados é sqlite:CAMINHO ou postgres://USUÁRIO@SERVIDOR/NOME.',
  '--p12-password-file needs --p12.': '--p12-password-file precisa de --p12.',
  'the profile value {} is given twice.': 'o valor {} do perfil foi informado duas vezes.',
  'the profile {} has no client secret, only a certificate.':
    'o perfil {} não tem segredo, só certificado.',
  'nothing to renew: pass an address, a certificate or a secret.':
    'nada a renovar: informe um endereço, um certificado ou um segredo.',
  ['--allow-writes: {} is not an operation that changes something, or its response has a ' +
    'secret, which no tool reveals.']:
    '--allow-writes: {} não é uma operação que muda algo, ou responde com um segredo, ' +
    'que nenhuma ferramenta revela.',
}
