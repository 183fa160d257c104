/** Schemas of the simulated bank's answers about Pix Automático, and of its callbacks. */
import {
  absent,
  amount,
  cnpj,
  cpf,
  flag,
  having,
  integer,
  invalid,
  listOf,
  matching,
  operation,
  page,
  text,
  time,
  transfer,
  transferId,
  txid,
  within,
} from '../answerSchemas.ts'
import type { Answers, Schema } from '../answerSchemas.ts'
import { attemptStatuses, chargeStatuses, recurrenceStatuses } from './machines.ts'
import { solicitationStatuses } from './machines.ts'

const day = matching(String.raw`^\d{4}-\d\d-\d\d$`)
const recId = matching('^R[RN][0-9A-Z]{8}[0-9]{8}[a-zA-Z0-9]{11}$')
const solicitationId = matching('^SC[0-9A-Z]{8}[0-9]{8}[a-zA-Z0-9]{11}$')
const bankId = matching('^[0-9A-Z]{8}$')
const policy: Schema = { enum: ['NAO_PERMITE', 'PERMITE_3R_7D'] }
const requester: Schema = {
  enum: ['PSP_PAGADOR', 'USUARIO_PAGADOR', 'PSP_RECEBEDOR', 'USUARIO_RECEBEDOR'],
}

/** The codes that the contract names. */
export const codes = {
  rejectedRecurrence: ['AP13', 'AP14'],
  endedRecurrence: ['ACCL', 'CPCL', 'DCSD', 'ERSL', 'FRUD', 'PCFD', 'SLCR', 'SLDB'],
  endedCharge: ['ACCT', 'BLCK', 'CCLD', 'FAIL', 'OTHR', 'SLBD', 'SLCR'],
  rejectedAttempt: [
    ...['AB10', 'AC05', 'AC06', 'AM02', 'AM09', 'DENC', 'DS27', 'DTED', 'DTNT', 'FBRD'],
    ...['IRNT', 'MIDI', 'MSUC', 'NIEC', 'NIPA', 'NITX', 'QUNT', 'RC09', 'UDEI'],
  ],
}

const state = (statuses: readonly string[]) => ({
  status: { enum: statuses },
  atualizacao: {
    ...listOf(having({ status: { enum: statuses }, data: time })),
    minItems: 1,
  },
})

const rejection = (of: string[]) => having({ codigo: { enum: of }, descricao: text(400) })
const ending = (rejected: string[], ended: string[]): Schema => ({
  oneOf: [
    having({ rejeicao: rejection(rejected) }),
    having({
      cancelamento: having({
        solicitante: requester,
        codigo: { enum: ended },
        descricao: text(400),
      }),
    }),
  ],
})

const debtor: Schema = {
  oneOf: [having({ cpf, nome: text(140) }), having({ cnpj, nome: text(140) })],
}
const agreement = { convenio: text(60) }
const recipient = { cnpj, nome: text(140) }

const base = {
  idRec: recId,
  vinculo: having({ contrato: text(35), devedor: debtor }, { objeto: text(35) }),
  calendario: having(
    {
      dataInicial: day,
      periodicidade: { enum: ['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] },
    },
    { dataFinal: day },
  ),
  politicaRetentativa: policy,
}
const value = { valor: having({}, { valorRec: amount, valorMinimoRecebedor: amount }) }

const location = { id: integer(1), location: text(77), criacao: time, tipo: { const: 'rec' } }
const wholeLocation = having(location, { idRec: recId })

const activation = having(
  {
    tipoJornada: {
      enum: ['JORNADA_1', 'JORNADA_2', 'JORNADA_3', 'JORNADA_4', 'AGUARDANDO_DEFINICAO'],
    },
  },
  { dadosJornada: having({ txid }) },
)
const recurrenceEnding = ending(codes.rejectedRecurrence, codes.endedRecurrence)

const madeThere = {
  ...base,
  ...state(recurrenceStatuses),
  recebedor: having(recipient, agreement),
  ativacao: activation,
}
const madeOthers = { ...value, loc: wholeLocation, encerramento: recurrenceEnding }
const recurrence = having(madeThere, madeOthers)

const solicitation = having({
  idSolicRec: solicitationId,
  idRec: recId,
  calendario: having({ dataExpiracaoSolicitacao: time }),
  destinatario: {
    oneOf: [
      having({ conta: text(20), ispbParticipante: bankId, cpf }, { agencia: text(4) }),
      having({ conta: text(20), ispbParticipante: bankId, cnpj }, { agencia: text(4) }),
    ],
  },
  ...state(solicitationStatuses),
  recPayload: having(
    {
      ...base,
      recebedor: having({ ...recipient, ispbParticipante: bankId }, agreement),
      atualizacao: state(recurrenceStatuses).atualizacao,
    },
    value,
  ),
})

const listedOthers = {
  ...madeOthers,
  pagador: having({ cpf, ispbParticipante: bankId }),
  solicitacao: listOf(solicitation),
}
const wholeRecurrence = having(madeThere, {
  ...listedOthers,
  dadosQR: having({ jornada: { enum: ['JORNADA_2', 'JORNADA_3'] }, pixCopiaECola: text(512) }),
})

const chargeEnding = ending(codes.rejectedAttempt, codes.endedCharge)
const chargeThere = {
  idRec: recId,
  txid,
  calendario: having({ criacao: day, dataDeVencimento: day }),
  valor: having({ original: amount }),
  ajusteDiaUtil: flag,
  recebedor: having(
    { conta: text(20), tipoConta: { enum: ['CORRENTE', 'POUPANCA', 'PAGAMENTO'] } },
    { agencia: text(4) },
  ),
  politicaRetentativa: policy,
  ...state(chargeStatuses),
}
const chargeOthers = {
  infoAdicional: text(140),
  devedor: having(
    {},
    { email: text(320), logradouro: text(200), cidade: text(200), uf: text(2), cep: text(9) },
  ),
  encerramento: chargeEnding,
}
const charge = having(chargeThere, chargeOthers)

const attempts = listOf(
  having(
    {
      dataLiquidacao: day,
      tipo: { enum: ['AGND', 'NTAG', 'RIFL'] },
      endToEndId: transferId,
      ...state(attemptStatuses),
    },
    { rejeicao: rejection(codes.rejectedAttempt) },
  ),
)
const wholeCharge = having(
  { ...chargeThere, tentativas: attempts },
  { ...chargeOthers, pix: listOf(transfer) },
)

const webhook = having({ webhookUrl: matching('^https?://'), criacao: time })

const noRecurrence = absent('RecNaoEncontrada')
const noSolicitation = absent('SolicRecNaoEncontrada')
const noCharge = absent('CobRNaoEncontrado')
const noLocation = absent('PayloadLocationRecNaoEncontrado')
const noWebhook = absent('NaoEncontrado')
const badRecurrence = invalid('RecOperacaoInvalida')
const badCharge = invalid('CobROperacaoInvalida')
const ofAgreement = { recebedor: having(agreement) }
const ofPerson = { cpf, cnpj, status: text(100), ...ofAgreement }

const webhooksAt = (path: string, type: 'WebhookRec' | 'WebhookCobR') => ({
  [`PUT /${path}`]: operation({ 200: null, 400: invalid(`${type}OperacaoInvalida`) }),
  [`GET /${path}`]: operation({
    200: webhook,
    400: invalid(`${type}ConsultaInvalida`),
    404: noWebhook,
  }),
  [`DELETE /${path}`]: operation({ 204: null, 404: noWebhook }),
})

export const recurringAnswers: Record<string, Answers> = {
  'POST /locrec': operation({ 201: having(location) }),
  'GET /locrecs': operation({
    200: page('loc', wholeLocation, { idRecPresente: flag, ...ofAgreement }, within),
    400: invalid('PayloadLocationRecConsultaInvalida'),
  }),
  'GET /locrec': operation({
    200: wholeLocation,
    400: invalid('PayloadLocationRecConsultaInvalida'),
    404: noLocation,
  }),
  'DELETE /locrec': operation({ 200: having(location), 404: noLocation }),
  'POST /rec': operation({ 201: recurrence, 400: badRecurrence }),
  'GET /recs': operation({
    200: page(
      'recs',
      having(madeThere, listedOthers),
      { ...ofPerson, locationPresente: flag },
      within,
    ),
    400: invalid('RecConsultaInvalida'),
  }),
  'GET /rec': operation({
    200: wholeRecurrence,
    400: invalid('RecConsultaInvalida'),
    404: noRecurrence,
  }),
  'PATCH /rec': operation({ 200: recurrence, 400: badRecurrence, 404: noRecurrence }),
  'POST /solicrec': operation({
    201: solicitation,
    400: invalid('SolicRecOperacaoInvalida'),
    404: noRecurrence,
  }),
  'GET /solicrec': operation({ 200: solicitation, 404: noSolicitation }),
  'PATCH /solicrec': operation({
    201: solicitation,
    400: invalid('SolicRecOperacaoInvalida'),
    404: noSolicitation,
  }),
  'PUT /cobr': operation({ 201: charge, 400: badCharge, 404: noRecurrence }),
  'POST /cobr': operation({ 201: charge, 400: badCharge, 404: noRecurrence }),
  'PATCH /cobr': operation({ 200: charge, 400: badCharge, 404: noCharge }),
  'GET /cobr': operation({
    200: wholeCharge,
    400: invalid('CobRConsultaInvalida'),
    404: noCharge,
  }),
  'GET /cobrs': operation({
    200: page('cobsr', wholeCharge, { ...ofPerson, idRec: recId }, within),
    400: invalid('CobRConsultaInvalida'),
  }),
  'POST /retentativa': operation({ 201: wholeCharge, 400: badCharge, 404: noCharge }),
  ...webhooksAt('webhookrec', 'WebhookRec'),
  ...webhooksAt('webhookcobr', 'WebhookCobR'),
}

/** The bodies of the callbacks, by the list that each carries. */
export const callbackSchemas: Record<string, Schema> = {
  recs: having({
    recs: listOf(
      having(
        { idRec: recId, ...state(recurrenceStatuses), ativacao: activation },
        { encerramento: recurrenceEnding },
      ),
    ),
  }),
  cobsr: having({
    cobsr: listOf(
      having(
        { idRec: recId, txid, ...state(chargeStatuses), tentativas: attempts },
        { encerramento: chargeEnding, pix: listOf(transfer) },
      ),
    ),
  }),
}
