/**
 * Schemas of the simulated bank's answers, by operation and status: the project's own description
 * of the Central Bank's Pix API 2.9.0, RFC 6749 and RFC 7807. It is closed, so that a field that
 * nobody described is noticed.
 */
import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import { problemTitles } from './problems.ts'
import type { ProblemType } from './problems.ts'

type Schema = Record<string, unknown>

/** The answers of an operation by their status; null stands for no body. */
type Answers = Record<number, Schema | null>

const closed = (properties: Schema, required: string[]): Schema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

/** A closed object with required and optional fields. */
const having = (there: Schema, others: Schema = {}): Schema =>
  closed({ ...there, ...others }, Object.keys(there))

const text = (maxLength: number): Schema => ({ type: 'string', maxLength })
const matching = (pattern: string): Schema => ({ type: 'string', pattern })
const integer = (minimum: number): Schema => ({ type: 'integer', minimum })
const listOf = (items: Schema): Schema => ({ type: 'array', items })

const amount = matching(String.raw`^\d{1,10}\.\d{2}$`)
const time = matching(String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$`)
const txid = matching('^[a-zA-Z0-9]{26,35}$')
const anyTxid = matching('^[a-zA-Z0-9]{1,35}$')
const transferId = matching('^[a-zA-Z0-9]{32}$')
const key: Schema = { type: 'string', minLength: 1, maxLength: 77 }
const cpf = matching(String.raw`^\d{11}$`)
const cnpj = matching('^[0-9A-Z]{14}$')
const flag: Schema = { type: 'boolean' }
const kind: Schema = { enum: ['cob', 'cobv'] }

const pending = having({ solicitacao: time })
const settled = having({ solicitacao: time, liquidacao: time })

const moneyBack = {
  id: matching('^[a-zA-Z0-9]{1,35}$'),
  rtrId: transferId,
  valor: amount,
  natureza: { enum: ['ORIGINAL', 'RETIRADA', 'MED_OPERACIONAL', 'MED_FRAUDE'] },
}
const said = { descricao: text(140), motivo: text(140) }

/** A return has a time of settlement when its money has gone, and only then. */
const returned: Schema = {
  oneOf: [
    having({ ...moneyBack, status: { const: 'DEVOLVIDO' }, horario: settled }, said),
    having(
      { ...moneyBack, status: { enum: ['EM_PROCESSAMENTO', 'NAO_REALIZADO'] }, horario: pending },
      said,
    ),
  ],
}

const transfer = having(
  { endToEndId: transferId, valor: amount, horario: time },
  { txid: anyTxid, chave: key, infoPagador: text(140), devolucoes: listOf(returned) },
)

const location = { id: integer(1), location: text(77), tipoCob: kind, criacao: time }

const charge = having(
  {
    txid,
    revisao: integer(0),
    status: {
      enum: ['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP'],
    },
    calendario: having({ criacao: time, expiracao: integer(1) }),
    valor: having({ original: amount }, { modalidadeAlteracao: { enum: [0, 1] } }),
    chave: key,
  },
  {
    devedor: { oneOf: [having({ cpf, nome: text(200) }), having({ cnpj, nome: text(200) })] },
    loc: having({ ...location, txid }),
    location: text(77),
    pixCopiaECola: text(512),
    solicitacaoPagador: text(140),
    infoAdicionais: {
      ...listOf(having({ nome: text(50), valor: text(200) })),
      maxItems: 50,
    },
    pix: listOf(transfer),
  },
)

const webhook = having({
  webhookUrl: matching('^https?://'),
  chave: key,
  cnpj,
  criacao: time,
})

/** A page of a list, and the parameters that it was asked for with. */
function page(name: string, item: Schema, filters: Schema, times: Schema): Schema {
  const paginacao = having({
    paginaAtual: integer(0),
    itensPorPagina: { ...integer(1), maximum: 1000 },
    quantidadeDePaginas: integer(1),
    quantidadeTotalDeItens: integer(0),
  })
  const isOptional = Object.keys(times).length === 0
  const parametros = having(
    { ...times, paginacao },
    isOptional ? { inicio: time, fim: time } : filters,
  )
  return having({ parametros, [name]: listOf(item) })
}

const within = { inicio: time, fim: time }

const problem = (status: number, ...types: ProblemType[]): Schema => ({
  oneOf: types.map((type) =>
    having(
      {
        type: { const: `https://pix.bcb.gov.br/api/v2/error/${type}` },
        title: { const: problemTitles[type] },
        status: { const: status },
      },
      {
        detail: { type: 'string' },
        violacoes: listOf(
          having(
            { razao: { type: 'string' }, propriedade: { type: 'string' } },
            { valor: { type: 'string' } },
          ),
        ),
      },
    ),
  ),
})

/** A limit of requests, of which the contract says nothing. */
const limited = having({
  type: { const: 'about:blank' },
  title: { const: 'Too Many Requests' },
  status: { const: 429 },
  detail: { type: 'string' },
})

/** The answers of an operation, with those that every operation has. */
const operation = (answers: Answers): Answers => ({
  400: problem(400, 'RequisicaoInvalida'),
  401: problem(401, 'AcessoNegado'),
  403: problem(403, 'AcessoNegado'),
  429: limited,
  ...answers,
})

const invalid = (type: ProblemType) => problem(400, 'RequisicaoInvalida', type)
const absent = (...types: ProblemType[]) => problem(404, ...types)

const oauthError = (...errors: string[]): Schema =>
  having({ error: { enum: errors }, error_description: { type: 'string', minLength: 1 } })

const noLocation = absent('PayloadLocationNaoEncontrado')

export const answers: Record<string, Answers> = {
  'POST /token': {
    200: having({
      access_token: matching(String.raw`^[\w~+/.-]+=*$`),
      token_type: { const: 'Bearer' },
      expires_in: { type: 'number', exclusiveMinimum: 0 },
      scope: { type: 'string' },
    }),
    400: oauthError('invalid_request', 'unsupported_grant_type', 'invalid_scope'),
    401: oauthError('invalid_client'),
  },
  'PUT /cob': operation({ 201: charge, 400: invalid('CobOperacaoInvalida') }),
  'POST /cob': operation({ 201: charge, 400: invalid('CobOperacaoInvalida') }),
  'PATCH /cob': operation({
    200: charge,
    400: invalid('CobOperacaoInvalida'),
    404: absent('CobNaoEncontrado'),
  }),
  'GET /cob': operation({
    200: charge,
    400: invalid('CobConsultaInvalida'),
    404: absent('CobNaoEncontrado'),
  }),
  'GET /cobs': operation({
    200: page('cobs', charge, { cpf, cnpj, status: text(100), locationPresente: flag }, within),
    400: invalid('CobConsultaInvalida'),
  }),
  'POST /loc': operation({
    201: having(location),
    400: invalid('PayloadLocationOperacaoInvalida'),
  }),
  'GET /locs': operation({
    200: page('loc', having(location, { txid }), { txIdPresente: flag, tipoCob: kind }, within),
    400: invalid('PayloadLocationConsultaInvalida'),
  }),
  'GET /loc': operation({ 200: having(location, { txid }), 404: noLocation }),
  'DELETE /loc': operation({ 200: having(location), 404: noLocation }),
  'PUT /webhook': operation({ 200: null, 400: invalid('WebhookOperacaoInvalida') }),
  'GET /webhook': operation({ 200: webhook, 404: absent('WebhookNaoEncontrado') }),
  'DELETE /webhook': operation({ 204: null, 404: absent('WebhookNaoEncontrado') }),
  'GET /webhooks': operation({
    200: page('webhooks', webhook, {}, {}),
    400: invalid('WebhookConsultaInvalida'),
  }),
  'PUT /devolucao': operation({
    201: returned,
    400: invalid('PixDevolucaoInvalida'),
    404: absent('PixNaoEncontrado'),
  }),
  'GET /devolucao': operation({
    200: returned,
    404: absent('PixDevolucaoNaoEncontrada', 'PixNaoEncontrado'),
  }),
  'GET /pix': operation({
    200: page(
      'pix',
      transfer,
      { txid: anyTxid, txIdPresente: flag, devolucaoPresente: flag, cpf, cnpj },
      within,
    ),
    400: invalid('PixConsultaInvalida'),
  }),
  'GET /pix/e2eid': operation({ 200: transfer, 404: absent('PixNaoEncontrado') }),
}

/** The body of a callback. */
const callback = having({ pix: { ...listOf(transfer), minItems: 1 } })

const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false })
const validators = new Map<Schema, ValidateFunction>()

function validatorOf(schema: Schema): ValidateFunction {
  const known = validators.get(schema) ?? ajv.compile(schema)
  validators.set(schema, known)
  return known
}

function faultIn(schema: Schema, body: unknown): string | undefined {
  const isValid = validatorOf(schema)
  return isValid(body) ? undefined : ajv.errorsText(isValid.errors)
}

const elsewhere = absent('NaoEncontrado')

/** The difference of an answer from its description, if any. */
export function faultOfAnswer(name: string, status: number, body: unknown): string | undefined {
  const described = answers[name]
  // A request that is no operation of the bank is told so, and has no description of its own.
  const schema = described ? described[status] : elsewhere
  if (schema === undefined) return 'this status is not described'
  if (schema === null) return body === undefined ? undefined : 'there is a body'
  return faultIn(schema, body)
}

/** The difference of a callback from its description, if any. */
export const faultOfCallback = (body: unknown): string | undefined => faultIn(callback, body)

export const isBodiless = (name: string, status: number): boolean =>
  answers[name]?.[status] === null
