/**
 * Schemas of the simulated bank's answers, by operation and status: the project's own description
 * of the Central Bank's Pix API 2.9.0, RFC 6749 and RFC 7807. It is closed, so that a field that
 * nobody described is noticed.
 */
import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import {
  absent,
  amount,
  anyTxid,
  cnpj,
  cpf,
  flag,
  having,
  integer,
  invalid,
  key,
  kind,
  listOf,
  matching,
  oauthError,
  operation,
  page,
  returned,
  text,
  time,
  transfer,
  txid,
  within,
} from './answerSchemas.ts'
import type { Answers, Schema } from './answerSchemas.ts'
import { callbackSchemas, recurringAnswers } from './recurring/answers.ts'

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
  ...recurringAnswers,
}

/** The body of a callback, by the list that it carries. */
const callbacks: Record<string, Schema> = {
  pix: having({ pix: { ...listOf(transfer), minItems: 1 } }),
  ...callbackSchemas,
}

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
export function faultOfCallback(body: object): string | undefined {
  const schema = callbacks[Object.keys(body)[0] ?? '']
  return schema ? faultIn(schema, body) : 'this list is not described'
}

export const isBodiless = (name: string, status: number): boolean =>
  answers[name]?.[status] === null
