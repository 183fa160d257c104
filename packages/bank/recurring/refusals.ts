/** Violations of orders of Pix Automático: those that the contract names, and what banks add. */
import { Refusal } from '../problems.ts'
import type { ProblemType } from '../problems.ts'

const types = {
  rec: 'RecOperacaoInvalida',
  recQuery: 'RecConsultaInvalida',
  solicrec: 'SolicRecOperacaoInvalida',
  cobr: 'CobROperacaoInvalida',
} as const satisfies Record<string, ProblemType>

type Violation = [of: keyof typeof types, propriedade: string, razao: string]

const rec = (propriedade: string, razao: string): Violation => ['rec', propriedade, razao]
const cobr = (propriedade: string, razao: string): Violation => ['cobr', propriedade, razao]

/** The sentences are the contract's, except those whose names begin with `bank_`. */
export const violations = {
  first_day_past: rec(
    'rec.calendario.dataInicial',
    'O campo rec.calendario.dataInicial é anterior à data de criação da recorrência.',
  ),
  last_day_first: rec(
    'rec.calendario.dataFinal',
    'O campo rec.calendario.dataFinal é anterior ao campo rec.calendario.dataInicial.',
  ),
  both_amounts: rec(
    'rec.valor',
    'Ambos os campos rec.valor.valorRec e rec.valor.valorMinimoRecebedor estão preenchidos.',
  ),
  no_location: rec('rec.loc', 'O location referenciado por rec.loc inexiste.'),
  location_used: rec(
    'rec.loc',
    'O location referenciado por rec.loc já está sendo utilizado por outra recorrência.',
  ),
  agreement: rec(
    'rec.recebedor.convenio',
    'O valor do campo rec.recebedor.convenio não é aceito pelo PSP Recebedor.',
  ),
  ended: rec('rec.status', 'A recorrência encontra-se expirada, cancelada ou rejeitada.'),
  location_fixed: rec(
    'rec.loc',
    'O campo rec.loc somente pode ser alterado quando a recorrência apresentar-se ' +
      'com o status CRIADA.',
  ),
  first_day_fixed: rec(
    'rec.calendario.dataInicial',
    'O campo rec.calendario.dataInicial somente pode ser alterado quando a ' +
      'recorrência apresentar-se com o status CRIADA.',
  ),
  journey_fixed: rec(
    'rec.dadosJornada.txid',
    'O campo rec.dadosJornada.txid não pode ser alterado quando a recorrência ' +
      'apresentar-se com o status REJEITADA ou CANCELADA.',
  ),
  journey_other: [
    'recQuery',
    'txid',
    'O parâmetro txid não corresponde a uma cobrança compatível com o campo ativacao.tipoJornada.',
  ],
  journey_txid: [
    'recQuery',
    'txid',
    'O parâmetro txid corresponde a uma cobrança imediata diferente da informada no ' +
      'campo ativacao.dadosJornada.txid.',
  ],
  solicitation_past: [
    'solicrec',
    'solicrec.calendario.dataExpiracaoSolicitacao',
    'O campo solicrec.calendario.dataExpiracaoSolicitacao é anterior à data de ' +
      'criação da solicitação da recorrência.',
  ],
  solicitation_active: [
    'solicrec',
    'solicrec.idRec',
    'Existe uma solicitação ativa referente ao mesmo solicrec.idRec.',
  ],
  solicitation_over: [
    'solicrec',
    'solicrec.status',
    'Não é possível cancelar uma solicitação de recorrência com o status diferente ' +
      'de CRIADA, ENVIADA ou RECEBIDA.',
  ],
  solicitation_ended: [
    'solicrec',
    'solicrec.idRec',
    'A recorrência encontra-se expirada, cancelada ou rejeitada.',
  ],
  due_past: cobr(
    'cobr.calendario.dataDeVencimento',
    'O campo cobr.calendario.dataDeVencimento é anterior à data de criação da cobrança.',
  ),
  account: cobr(
    'cobr.recebedor',
    'Os campos cobr.recebedor.conta e cobr.recebedor.agencia correspondem a uma ' +
      'conta que não pertence a este usuário recebedor.',
  ),
  txid_used: cobr('cobr.txid', 'O campo cobr.txid encontra-se em uso.'),
  period_taken: cobr(
    'cobr.calendario.dataDeVencimento',
    'Existe uma CobR com status diferente de REJEITADA e CANCELADA referente ao ' +
      'mesmo cobr.idRec com calendario.dataDeVencimento no mesmo ciclo.',
  ),
  cancel_late: cobr(
    'cobr.status',
    'Não é possível cancelar uma cobrança em uma data igual ou maior que a data ' +
      'prevista da primeira tentativa de liquidação.',
  ),
  attempt_open: cobr('tentativas', 'Existe uma tentativa com status SOLICITADA ou AGENDADA.'),
  attempt_that_day: cobr('data', 'Existe uma tentativa vigente para a data informada.'),
  retry_past: cobr('data', 'O parâmetro data não corresponde a uma data futura.'),
  retry_policy: cobr(
    'politicaRetentativa',
    'A política configurada na recorrência não permite retentativa de cobrança.',
  ),
  bank_not_approved: cobr('cobr.idRec', 'A recorrência não está APROVADA.'),
  bank_amount: cobr('cobr.valor.original', 'O valor não é o da recorrência.'),
  bank_ended: cobr('cobr.status', 'A cobrança não está em aberto.'),
  bank_notice: cobr(
    'cobr.calendario.dataDeVencimento',
    'A instrução chegou depois do prazo de agendamento.',
  ),
  bank_night: cobr('data', 'A ordem para o dia seguinte chegou depois das 22h.'),
  bank_retries: cobr('tentativas', 'A cobrança já teve três novas tentativas.'),
  bank_retry_window: cobr('data', 'A data está fora dos sete dias após o vencimento.'),
  bank_retry_period: cobr('data', 'A data já é do período seguinte da recorrência.'),
} as const satisfies Record<string, Violation>

export type ViolationName = keyof typeof violations

/** A refused order, by the violation's name. */
export function violation(name: ViolationName): Refusal {
  const [of, propriedade, razao] = violations[name]
  return new Refusal(400, types[of], razao, { violacoes: [{ razao, propriedade }] })
}
