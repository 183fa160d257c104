/**
 * Checks of requests by the Central Bank's Pix API 2.9.0: charges that are paid at once, their
 * locations, transfers, returns of them, and the address of callbacks.
 */
import type { ErrorObject, ValidateFunction } from 'ajv'
import {
  ajv,
  boolean,
  CNPJ,
  cnpj,
  CPF,
  cpf,
  exactly,
  listing,
  object,
  operation,
  text,
  valor,
} from './operations.ts'
import type { BankOperation } from './operations.ts'
import type { Violation } from './problems.ts'
import { recurringOperations } from './recurring/contract.ts'

const END_TO_END_ID = '[a-zA-Z0-9]{32}'
const RETURN_ID = '[a-zA-Z0-9]{1,35}'

/** A debtor: a name, and either of the two numbers. */
const person = (number: 'cpf' | 'cnpj', pattern: string) =>
  object({ [number]: { type: 'string', pattern }, nome: { ...text(200), minLength: 1 } }, [
    number,
    'nome',
  ])

const chargeValue = {
  original: { ...valor, not: { pattern: String.raw`^0+\.00$` } },
  modalidadeAlteracao: { enum: [0, 1] },
}

/** The fields of a charge, of which a revision may have any. */
const chargeFields = {
  calendario: object({ expiracao: { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 } }, []),
  valor: object(chargeValue, ['original']),
  chave: { type: 'string', minLength: 1, maxLength: 77 },
  solicitacaoPagador: text(140),
  devedor: { oneOf: [person('cpf', CPF), person('cnpj', CNPJ)] },
  loc: object({ id: { type: 'integer', minimum: 0 }, tipoCob: { enum: ['cob', 'cobv'] } }, ['id']),
  infoAdicionais: {
    type: 'array',
    maxItems: 50,
    items: object({ nome: text(50), valor: text(200) }, ['nome', 'valor']),
  },
}

const charge = exactly(chargeFields, ['calendario', 'valor', 'chave'])

const revision = exactly(
  {
    ...chargeFields,
    valor: object(chargeValue, []),
    status: { const: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
  },
  [],
)

const refund = exactly(
  { valor, descricao: text(140), natureza: { enum: ['ORIGINAL', 'RETIRADA'] } },
  ['valor'],
)

const webhook = exactly({ webhookUrl: { type: 'string', pattern: '^https?://' } }, ['webhookUrl'])

const revisionNumber = exactly({ revisao: { type: 'string', pattern: String.raw`^\d{1,9}$` } }, [])

const pixList = listing({
  txid: { type: 'string', pattern: '^[a-zA-Z0-9]{1,35}$' },
  txIdPresente: boolean,
  devolucaoPresente: boolean,
  cpf,
  cnpj,
})
const cobList = listing({
  cpf,
  cnpj,
  locationPresente: boolean,
  status: { type: 'string', minLength: 1, maxLength: 100 },
})
const locationKind = { enum: ['cob', 'cobv'] }
const locList = listing({ txIdPresente: boolean, tipoCob: locationKind })
const webhookList = listing({}, [])

const txid = /^[a-zA-Z0-9]{26,35}$/
const COB = '/cob/([^/]+)'
const RETURN = `/pix/(${END_TO_END_ID})/devolucao/(${RETURN_ID})`

const cobOrder = { type: 'CobOperacaoInvalida', resource: 'cob' } as const
const cobQuery = { type: 'CobConsultaInvalida' } as const
const locOrder = { type: 'PayloadLocationOperacaoInvalida', resource: 'payloadLocation' } as const
const locQuery = { type: 'PayloadLocationConsultaInvalida' } as const
const pixQuery = { type: 'PixConsultaInvalida' } as const
const returnOrder = { type: 'PixDevolucaoInvalida', resource: 'devolucao' } as const
const webhookOrder = { type: 'WebhookOperacaoInvalida', resource: 'webhook' } as const
const webhookQuery = { type: 'WebhookConsultaInvalida' } as const

export const bankOperations: readonly BankOperation[] = [
  operation('PUT /cob', COB, 'cob.write', { txid, body: charge, fault: cobOrder }),
  operation('GET /cob', COB, 'cob.read', { txid, query: revisionNumber, fault: cobQuery }),
  operation('PATCH /cob', COB, 'cob.write', { txid, body: revision, fault: cobOrder }),
  operation('POST /cob', '/cob', 'cob.write', { body: charge, fault: cobOrder }),
  operation('GET /cobs', '/cob', 'cob.read', { query: cobList, fault: cobQuery }),
  operation('POST /loc', '/loc', 'payloadlocation.write', {
    body: exactly({ tipoCob: locationKind }, ['tipoCob']),
    fault: locOrder,
  }),
  operation('GET /locs', '/loc', 'payloadlocation.read', { query: locList, fault: locQuery }),
  operation('GET /loc', '/loc/([^/]+)', 'payloadlocation.read'),
  operation('DELETE /loc', '/loc/([^/]+)/txid', 'payloadlocation.write'),
  operation('PUT /webhook', '/webhook/([^/]+)', 'webhook.write', {
    body: webhook,
    fault: webhookOrder,
  }),
  operation('GET /webhook', '/webhook/([^/]+)', 'webhook.read'),
  operation('GET /webhooks', '/webhook', 'webhook.read', {
    query: webhookList,
    fault: webhookQuery,
  }),
  operation('DELETE /webhook', '/webhook/([^/]+)', 'webhook.write'),
  operation('PUT /devolucao', RETURN, 'pix.write', { body: refund, fault: returnOrder }),
  operation('GET /pix', '/pix', 'pix.read', { query: pixList, fault: pixQuery }),
  operation('GET /pix/e2eid', `/pix/(${END_TO_END_ID})`, 'pix.read'),
  operation('GET /devolucao', RETURN, 'pix.read'),
  ...recurringOperations,
]

/** The fault of a request: in one line, and field by field. */
export type RequestFault = { text: string; violacoes: Violation[] }

/** The fields that are wrong, each once, as the contract names them. */
function violationsOf(errors: ErrorObject[], resource: string | undefined): Violation[] {
  const violations = new Map<string, Violation>()
  for (const { instancePath, params, message = '' } of errors) {
    const { missingProperty, additionalProperty } = params as Record<string, string | undefined>
    const path = instancePath.split('/').slice(1)
    const named = [resource, ...path, missingProperty ?? additionalProperty]
    const propriedade = named.filter((one) => one !== undefined).join('.') || 'consulta'
    const razao = `O campo ${propriedade} não respeita o esquema: ${message}.`
    if (!violations.has(propriedade)) violations.set(propriedade, { razao, propriedade })
  }
  return [...violations.values()]
}

const faultIn = (
  validate: ValidateFunction,
  value: unknown,
  resource?: string,
): RequestFault | undefined =>
  validate(value)
    ? undefined
    : {
        text: ajv.errorsText(validate.errors),
        violacoes: violationsOf(validate.errors ?? [], resource),
      }

function bodyFault({ body: validate, fault }: BankOperation, body: string) {
  if (!validate) {
    return body === '' ? undefined : { text: 'there is a body where none belongs', violacoes: [] }
  }
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return { text: 'the body is no JSON', violacoes: [] }
  }
  return faultIn(validate, value, fault.resource)
}

function queryFault({ query }: BankOperation, asked: object): RequestFault | undefined {
  if (query) return faultIn(query, asked)
  return Object.keys(asked).length === 0 ? undefined : { text: 'there is a query', violacoes: [] }
}

function txidFault({ txid, fault }: BankOperation, [named = '']: string[]) {
  if (!txid || txid.test(named)) return undefined
  const propriedade = fault.resource === undefined ? 'txid' : `${fault.resource}.txid`
  const razao = `O campo ${propriedade} não respeita o esquema.`
  return { text: 'the txid is none', violacoes: [{ razao, propriedade, valor: named }] }
}

export type BankRequestParts = {
  /** Parameters of the path, decoded. */
  parameters: string[]
  body: string
  query: object
}

export const faultOfRequest = (
  operation: BankOperation,
  { parameters, body, query }: BankRequestParts,
): RequestFault | undefined =>
  txidFault(operation, parameters) ?? bodyFault(operation, body) ?? queryFault(operation, query)
