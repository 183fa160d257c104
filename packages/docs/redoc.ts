/** Redoc, which draws the docs, from this host alone and in Portuguese as well. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Redoc's labels, which it takes as an option. */
const labels = {
  enum: 'Valores',
  enumSingleValue: 'Valor',
  enumArray: 'Itens',
  default: 'Padrão',
  deprecated: 'Obsoleto',
  example: 'Exemplo',
  examples: 'Exemplos',
  recursive: 'Recursivo',
  arrayOf: 'Lista de ',
  webhook: 'Evento',
  const: 'Valor',
  noResultsFound: 'Nenhum resultado',
  download: 'Baixar',
  downloadSpecification: 'Baixar o contrato OpenAPI',
  responses: 'Respostas',
  callbackResponses: 'Respostas do callback',
  requestSamples: 'Exemplos de requisição',
  responseSamples: 'Exemplos de resposta',
}

/** Words that Redoc has no option for: the code with `…` before the word, the word, Portuguese. */
const words: [code: string, word: string, portuguese: string][] = [
  ['…"Authorizations:"', 'Authorizations:', 'Autorização:'],
  ['{$expanded:i},…"None"', 'None', 'Nenhuma'],
  ['…"Request Body schema: "', 'Request Body schema: ', 'Corpo da requisição: '],
  ['…"Response Schema: "', 'Response Schema: ', 'Corpo da resposta: '],
  ['…" Response Headers "', ' Response Headers ', ' Cabeçalhos da resposta '],
  ['placeholder:…"Search..."', 'Search...', 'Buscar...'],
  ['"aria-label":…"Search"', 'Search', 'Buscar'],
  ['n.createElement(pg,null,…"Content type")', 'Content type', 'Tipo do conteúdo'],
  ['ariaLabel:…"Content type"', 'Content type', 'Tipo do conteúdo'],
  ['n.createElement(pg,null,…"Example")', 'Example', 'Exemplo'],
  ['ariaLabel:…"Example"', 'Example', 'Exemplo'],
  ['…" Expand all "', ' Expand all ', ' Expandir tudo '],
  ['…" Collapse all "', ' Collapse all ', ' Recolher tudo '],
  ['},…"Copy")', 'Copy', 'Copiar'],
  ['?…"Copied":', 'Copied', 'Copiado'],
  ['n.createElement(Jg,null,…"required")', 'required', 'obrigatório'],
  ['n.createElement(qv,null,…"required")', 'required', 'obrigatório'],
  ['n.createElement(Bv,null,…"optional")', 'optional', 'opcional'],
  ['?…"Hide pattern":', 'Hide pattern', 'Ocultar o padrão'],
  [':…"Show pattern"', 'Show pattern', 'Mostrar o padrão'],
  ['this.oneOfType=…"One of",void(', 'One of', 'Um de'],
  ['this.oneOfType=…"One of"}}', 'One of', 'Um de'],
  ['this.oneOfType=…"Any of"', 'Any of', 'Qualquer um de'],
  ['ca(…"characters"', 'characters', 'caracteres'],
  ['ca(…"items"', 'items', 'itens'],
  ['ca(…"properties"', 'properties', 'propriedades'],
  ['?…"non-empty":', 'non-empty', 'não vazio'],
  ['t.push(…"unique")', 'unique', 'sem repetição'],
  ['…"[ items"', '[ items', '[ itens'],
  ['…" Array "', ' Array ', ' Lista '],
  ['…"additional property"', 'additional property', 'outra propriedade'],
  ['lang:"payload",label:…"Payload"', 'Payload', 'Corpo'],
  ['…"No sample"', 'No sample', 'Sem exemplo'],
  [':…"Hide":"";', 'Hide', 'Ocultar'],
  ['…"Required scopes: "', 'Required scopes: ', 'Escopos exigidos: '],
  ['…"Flow type: "', 'Flow type: ', 'Tipo de fluxo: '],
  ['…" Token URL: "', ' Token URL: ', ' URL de tokens: '],
  ['…" Scopes: "', ' Scopes: ', ' Escopos: '],
  [
    '…"HTTP Authorization Scheme: "',
    'HTTP Authorization Scheme: ',
    'Esquema de autorização HTTP: ',
  ],
  ['…"Security Scheme Type: "', 'Security Scheme Type: ', 'Tipo do esquema de segurança: '],
  ['…"License:"', 'License:', 'Licença:'],
  ['…"API docs by Redocly"', 'API docs by Redocly', 'Documentação por Redocly'],
  ['…"Loading ..."', 'Loading ...', 'Carregando...'],
  ['…" Deprecated "', ' Deprecated ', ' Obsoleto '],
  ['||…"property name")', 'property name', 'nome da propriedade'],
  ['||…"case 1"', 'case 1', 'caso 1'],
  ['||…"case 2"', 'case 2', 'caso 2'],
  ['alt:…"redocly logo"', 'redocly logo', 'logotipo da Redocly'],
]

const or = { ' or ': ' ou ' }

/** Words that stand in templates of the bundle, and in Portuguese; each place has the code. */
const patterns: [code: string, next: string, words: Record<string, string>][] = [
  [
    'n.createElement(vp,null,e," Parameters")',
    'n.createElement(vp,null,docsWord(e+" Parameters"))',
    {
      'path Parameters': 'Parâmetros de caminho',
      'query Parameters': 'Parâmetros de consulta',
      'header Parameters': 'Cabeçalhos da requisição',
    },
  ],
  ['`expand ${a}`', 'docsWord("expand")+` ${a}`', { expand: 'expandir' }],
  ['`… ${o.length-a} more`', '`… ${o.length-a} `+docsWord("more")', { more: 'mais' }],
  [
    '.map(e=>null===e?"null":e).join(" or ")',
    '.map(e=>null===e?"null":e).join(docsWord(" or "))',
    or,
  ],
  [
    'this.displayType+=` or ${e.join(" or ")}`',
    'this.displayType+=docsWord(" or ")+e.join(docsWord(" or "))',
    or,
  ],
  ['this.displayType=e.join(" or ")}else', 'this.displayType=e.join(docsWord(" or "))}else', or],
  [
    't.indexOf(" or ")>-1&&(t=`(${t})`),t}).join(" or ")',
    't.indexOf(docsWord(" or "))>-1&&(t=`(${t})`),t}).join(docsWord(" or "))',
    or,
  ],
  // The plural of a type's name, which is a name in English only.
  ['s?( ?.*)/,"$1s$2")', 's?( ?.*)/,docsWord("$1s$2"))', { $1s$2: '$1$2' }],
  ['?"expand":"collapse"}', '?docsWord("expand"):docsWord("collapse")}', {}],
  ['"aria-label","expand")', '"aria-label",docsWord("expand"))', {}],
  ['"aria-label","collapse")', '"aria-label",docsWord("collapse"))', { collapse: 'recolher' }],
]

/** Portuguese for Redoc: its labels by name, its other words by the English ones. */
export const redocPortuguese = {
  labels,
  words: {
    ...Object.fromEntries(words.map(([, word, portuguese]) => [word, portuguese])),
    ...Object.assign({}, ...patterns.map(([, , own]) => own)),
  } as Record<string, string>,
}

function replaced(bundle: string, code: string, next: string): string {
  if (bundle.split(code).length !== 2) throw new Error(`Redoc has changed: ${code}`)
  return bundle.replace(code, () => next)
}

function replacedEverywhere(bundle: string, code: string, next: string): string {
  if (!bundle.includes(code)) throw new Error(`Redoc has changed: ${code}`)
  return bundle.replaceAll(code, () => next)
}

/**
 * Redoc's bundle, without the logo that it would fetch from another host. Its words are looked up
 * in `docsWords`, which the start script sets.
 */
export function redocBundle(): string {
  const file = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js')
  let bundle = readFileSync(file, 'utf8')
  const logo = 'https://cdn.redoc.ly/redoc/logo-mini.svg'
  if (!bundle.includes(logo)) throw new Error('Redoc fetches its logo from elsewhere now.')
  const nothing = '<svg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 9 9%22/>'
  bundle = bundle.replaceAll(logo, `data:image/svg+xml,${nothing}`)
  for (const [marked, word] of words) {
    const quoted = JSON.stringify(word)
    const next = marked.replace(`…${quoted}`, () => `docsWord(${quoted})`)
    bundle = replaced(bundle, marked.replace('…', ''), next)
  }
  for (const [code, next] of patterns) bundle = replacedEverywhere(bundle, code, next)
  return `const docsWord=(word)=>globalThis.docsWords?.[word]??word;\n${bundle}`
}

/** The file to which the bundle's first line refers for the licences of what is in it. */
export const licencesFile = 'redoc.standalone.js.LICENSE.txt'

/** Redoc's licence, which its copies are to carry, and those of what its bundle contains. */
export function redocLicences(): string {
  const { resolve } = createRequire(import.meta.url)
  const files = ['redoc/LICENSE', `redoc/bundles/${licencesFile}`]
  return files.map((file) => readFileSync(resolve(file), 'utf8')).join('\n')
}
