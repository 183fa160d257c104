/**
 * Checks of requests for Pix Automático by the Central Bank's Pix API 2.9.0: recurrences, their
 * locations and solicitations, recurring charges, and both addresses of callbacks.
 */
import { boolean, CNPJ, cnpj, CPF, cpf, exactly, listing, object } from '../operations.ts'
import { operation, text, valor } from '../operations.ts'
import { chargeStatuses, recurrenceStatuses } from './machines.ts'

const REC_ID = '[a-zA-Z0-9]{29}'
const day = { type: 'string', pattern: String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$` }
const moment = {
  type: 'string',
  pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$`,
}
const amount = { ...valor, not: { pattern: String.raw`^0+\.00$` } }
const locationId = { type: 'integer', minimum: 0 }

/** A debtor of a recurrence, whose name is shorter than that of a charge. */
const debtor = (number: object, required: string[]) =>
  object({ ...number, nome: { ...text(140), minLength: 1 } }, [...required, 'nome'])

const branch = text(4)
const account = { ...text(20), minLength: 1 }

const activation = object(
  {
    dadosJornada: object({ txid: { type: 'string', pattern: '^[a-zA-Z0-9]{26,35}$' } }, ['txid']),
  },
  [],
)

const recurrence = exactly(
  {
    vinculo: object(
      {
        objeto: text(35),
        contrato: { ...text(35), minLength: 1 },
        devedor: {
          oneOf: [
            debtor({ cpf: { type: 'string', pattern: CPF } }, ['cpf']),
            debtor({ cnpj: { type: 'string', pattern: CNPJ } }, ['cnpj']),
          ],
        },
      },
      ['contrato', 'devedor'],
    ),
    calendario: object(
      {
        dataInicial: day,
        dataFinal: day,
        periodicidade: { enum: ['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] },
      },
      ['dataInicial', 'periodicidade'],
    ),
    valor: object({ valorRec: amount, valorMinimoRecebedor: amount }, []),
    recebedor: object({ convenio: text(60) }, []),
    politicaRetentativa: { enum: ['NAO_PERMITE', 'PERMITE_3R_7D'] },
    loc: locationId,
    ativacao: activation,
  },
  ['vinculo', 'calendario', 'politicaRetentativa'],
)

const revision = exactly(
  {
    status: { const: 'CANCELADA' },
    vinculo: object({ devedor: debtor({}, []) }, []),
    loc: locationId,
    calendario: object({ dataInicial: day }, []),
    ativacao: activation,
  },
  [],
)

const recipient = {
  conta: account,
  ispbParticipante: { type: 'string', pattern: '^[0-9A-Z]{8}$' },
  agencia: branch,
}

const solicitation = exactly(
  {
    idRec: { type: 'string', pattern: `^${REC_ID}$` },
    calendario: object({ dataExpiracaoSolicitacao: moment }, ['dataExpiracaoSolicitacao']),
    destinatario: {
      oneOf: [
        object({ ...recipient, cpf }, ['conta', 'ispbParticipante', 'cpf']),
        object({ ...recipient, cnpj }, ['conta', 'ispbParticipante', 'cnpj']),
      ],
    },
  },
  ['idRec', 'calendario', 'destinatario'],
)

const canceled = exactly({ status: { const: 'CANCELADA' } }, ['status'])

const charge = exactly(
  {
    idRec: { type: 'string', pattern: `^${REC_ID}$` },
    infoAdicional: text(140),
    calendario: object({ dataDeVencimento: day }, ['dataDeVencimento']),
    valor: object({ original: amount }, ['original']),
    ajusteDiaUtil: { type: 'boolean' },
    recebedor: object(
      {
        conta: account,
        tipoConta: { enum: ['CORRENTE', 'POUPANCA', 'PAGAMENTO'] },
        agencia: branch,
      },
      ['conta', 'tipoConta'],
    ),
    devedor: object(
      {
        email: text(320),
        logradouro: text(200),
        cidade: text(200),
        uf: text(2),
        cep: { type: 'string', pattern: String.raw`^\d{5}-?\d{3}$` },
      },
      [],
    ),
  },
  ['idRec', 'calendario', 'valor', 'recebedor', 'ajusteDiaUtil'],
)

const webhook = exactly({ webhookUrl: { type: 'string', pattern: '^https?://' } }, ['webhookUrl'])

const convenio = text(60)
const recList = listing({
  cpf,
  cnpj,
  locationPresente: boolean,
  status: { enum: recurrenceStatuses },
  convenio,
})
const cobrList = listing({
  cpf,
  cnpj,
  idRec: { type: 'string', pattern: `^${REC_ID}$` },
  status: { enum: chargeStatuses },
  convenio,
})
const locrecList = listing({ idRecPresente: boolean, convenio })
const ofTxid = exactly({ txid: { type: 'string', pattern: '^[a-zA-Z0-9]{1,35}$' } }, [])

const txid = /^[a-zA-Z0-9]{26,35}$/
const REC = '/rec/([^/]+)'
const SOLICREC = '/solicrec/([^/]+)'
const COBR = '/cobr/([^/]+)'
const LOCREC = '/locrec/([^/]+)'

const recOrder = { type: 'RecOperacaoInvalida', resource: 'rec' } as const
const recQuery = { type: 'RecConsultaInvalida' } as const
const solicrecOrder = { type: 'SolicRecOperacaoInvalida', resource: 'solicrec' } as const
const cobrOrder = { type: 'CobROperacaoInvalida', resource: 'cobr' } as const
const cobrQuery = { type: 'CobRConsultaInvalida' } as const
const locrecQuery = { type: 'PayloadLocationRecConsultaInvalida' } as const

const webhooksAt = (path: 'webhookrec' | 'webhookcobr', type: 'WebhookRec' | 'WebhookCobR') => [
  operation(`PUT /${path}`, `/${path}`, `${path}.write`, {
    body: webhook,
    fault: { type: `${type}OperacaoInvalida`, resource: 'webhook' },
  }),
  operation(`GET /${path}`, `/${path}`, `${path}.read`, {
    fault: { type: `${type}ConsultaInvalida` },
  }),
  operation(`DELETE /${path}`, `/${path}`, `${path}.write`),
]

export const recurringOperations = [
  operation('POST /locrec', '/locrec', 'payloadlocationrec.write'),
  operation('GET /locrecs', '/locrec', 'payloadlocationrec.read', {
    query: locrecList,
    fault: locrecQuery,
  }),
  operation('GET /locrec', LOCREC, 'payloadlocationrec.read', { fault: locrecQuery }),
  operation('DELETE /locrec', `${LOCREC}/idRec`, 'payloadlocationrec.write'),
  operation('POST /rec', '/rec', 'rec.write', { body: recurrence, fault: recOrder }),
  operation('GET /recs', '/rec', 'rec.read', { query: recList, fault: recQuery }),
  operation('GET /rec', REC, 'rec.read', { query: ofTxid, fault: recQuery }),
  operation('PATCH /rec', REC, 'rec.write', { body: revision, fault: recOrder }),
  operation('POST /solicrec', '/solicrec', 'solicrec.write', {
    body: solicitation,
    fault: solicrecOrder,
  }),
  operation('GET /solicrec', SOLICREC, 'solicrec.read'),
  operation('PATCH /solicrec', SOLICREC, 'solicrec.write', {
    body: canceled,
    fault: solicrecOrder,
  }),
  operation('PUT /cobr', COBR, 'cobr.write', { txid, body: charge, fault: cobrOrder }),
  operation('POST /cobr', '/cobr', 'cobr.write', { body: charge, fault: cobrOrder }),
  operation('PATCH /cobr', COBR, 'cobr.write', { txid, body: canceled, fault: cobrOrder }),
  operation('GET /cobr', COBR, 'cobr.read', { txid, fault: cobrQuery }),
  operation('GET /cobrs', '/cobr', 'cobr.read', { query: cobrList, fault: cobrQuery }),
  operation('POST /retentativa', `${COBR}/retentativa/([^/]+)`, 'cobr.write', {
    txid,
    fault: cobrOrder,
  }),
  ...webhooksAt('webhookrec', 'WebhookRec'),
  ...webhooksAt('webhookcobr', 'WebhookCobR'),
]
