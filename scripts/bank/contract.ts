/**
 * What the Central Bank's Pix API 2.9.0 requires of a request: charges that are paid at once,
 * transfers, what is sent back of them, and the address of callbacks.
 */
import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'

const ajv = new Ajv({ allErrors: true, strict: true })

const valor = { type: 'string', pattern: String.raw`^\d{1,10}\.\d{2}$` }
const TXID = '[a-zA-Z0-9]{26,35}'
const END_TO_END_ID = '[a-zA-Z0-9]{32}'
const RETURN_ID = '[a-zA-Z0-9]{1,35}'

/** An operation of the bank, what it requires, and the scope that a token needs for it. */
export type BankOperation = {
  name: string
  method: string
  path: RegExp
  scope: string
  body?: ValidateFunction
  /** What its query may have; it has none without this. */
  query?: ValidateFunction
}

const operation = (
  name: string,
  path: string,
  scope: string,
  { body, query }: Pick<BankOperation, 'body' | 'query'> = {},
): BankOperation => ({
  name,
  method: name.split(' ')[0] ?? '',
  path: new RegExp(`^${path}$`),
  scope,
  ...(body && { body }),
  ...(query && { query }),
})

const object = (properties: object, required: string[]) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

const exactly = (properties: object, required: string[]) =>
  ajv.compile(object(properties, required))

const text = (maxLength: number) => ({ type: 'string', maxLength })

/** A debtor: a name, and either of the two numbers. */
const person = (number: 'cpf' | 'cnpj', pattern: string) =>
  object({ [number]: { type: 'string', pattern }, nome: { ...text(200), minLength: 1 } }, [
    number,
    'nome',
  ])

/** The fields of a charge, of which a revision may have any. */
const chargeFields = {
  calendario: object({ expiracao: { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 } }, []),
  valor: object(
    {
      original: { ...valor, not: { pattern: String.raw`^0+\.00$` } },
      modalidadeAlteracao: { enum: [0, 1] },
    },
    ['original'],
  ),
  chave: { type: 'string', minLength: 1, maxLength: 77 },
  solicitacaoPagador: text(140),
  devedor: { oneOf: [person('cpf', String.raw`^\d{11}$`), person('cnpj', '^[0-9A-Z]{14}$')] },
  infoAdicionais: {
    type: 'array',
    maxItems: 50,
    items: object({ nome: text(50), valor: text(200) }, ['nome', 'valor']),
  },
}

const charge = exactly(chargeFields, ['calendario', 'valor', 'chave'])

const revision = exactly(
  { ...chargeFields, status: { const: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' } },
  [],
)

const refund = exactly(
  { valor, descricao: text(140), natureza: { enum: ['ORIGINAL', 'RETIRADA'] } },
  ['valor'],
)

const webhook = exactly({ webhookUrl: { type: 'string', pattern: '^https?://' } }, ['webhookUrl'])

const revisionNumber = exactly({ revisao: { type: 'string', pattern: String.raw`^\d{1,9}$` } }, [])

const OFFSET = String.raw`(Z|[+-]\d\d:\d\d)`
const time = {
  type: 'string',
  pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?${OFFSET}$`,
}
const boolean = { enum: ['true', 'false'] }

const listing = exactly(
  {
    inicio: time,
    fim: time,
    txid: { type: 'string', pattern: '^[a-zA-Z0-9]{1,35}$' },
    txIdPresente: boolean,
    devolucaoPresente: boolean,
    'paginacao.paginaAtual': { type: 'string', pattern: String.raw`^\d{1,9}$` },
    'paginacao.itensPorPagina': { type: 'string', pattern: '^([1-9][0-9]{0,2}|1000)$' },
  },
  ['inicio', 'fim'],
)

export const bankOperations: readonly BankOperation[] = [
  operation('PUT /cob', `/cob/(${TXID})`, 'cob.write', { body: charge }),
  operation('GET /cob', `/cob/(${TXID})`, 'cob.read', { query: revisionNumber }),
  operation('PATCH /cob', `/cob/(${TXID})`, 'cob.write', { body: revision }),
  operation('POST /cob', '/cob', 'cob.write', { body: charge }),
  operation('PUT /webhook', '/webhook/([^/]+)', 'webhook.write', { body: webhook }),
  operation('GET /webhook', '/webhook/([^/]+)', 'webhook.read'),
  operation('DELETE /webhook', '/webhook/([^/]+)', 'webhook.write'),
  operation('PUT /devolucao', `/pix/(${END_TO_END_ID})/devolucao/(${RETURN_ID})`, 'pix.write', {
    body: refund,
  }),
  operation('GET /pix', '/pix', 'pix.read', { query: listing }),
  operation('GET /pix/e2eid', `/pix/(${END_TO_END_ID})`, 'pix.read'),
  operation('GET /devolucao', `/pix/(${END_TO_END_ID})/devolucao/(${RETURN_ID})`, 'pix.read'),
]

/** Says what is wrong with the body of a request, if anything. */
export function faultOfBody({ body: validate }: BankOperation, body: string): string | undefined {
  if (!validate) return body === '' ? undefined : 'there is a body where none belongs'
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return 'the body is no JSON'
  }
  return validate(value) ? undefined : ajv.errorsText(validate.errors)
}

/** Says what is wrong with the query of a request, if anything. */
export function faultOfQuery({ query }: BankOperation, asked: object): string | undefined {
  if (!query) return Object.keys(asked).length === 0 ? undefined : 'there is a query'
  return query(asked) ? undefined : ajv.errorsText(query.errors)
}
