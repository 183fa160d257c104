/** Refusals of the simulated bank, as RFC 7807 and the contract say them. */
import { STATUS_CODES } from 'node:http'

/** A field of a request that is wrong, and why. */
export type Violation = { razao: string; propriedade: string; valor?: string }

/** The contract's types of problems, of the operations that this bank has, and their titles. */
export const problemTitles = {
  RequisicaoInvalida: 'Requisição inválida.',
  AcessoNegado: 'Acesso Negado',
  NaoEncontrado: 'Não Encontrado',
  PermanentementeRemovido: 'Permanentemente removido.',
  ErroInternoDoServidor: 'Erro interno do servidor.',
  ServicoIndisponivel: 'Serviço Indisponível',
  IndisponibilidadePorTempoEsgotado: 'Tempo esgotado.',
  CobNaoEncontrado: 'Cobrança não encontrada.',
  CobOperacaoInvalida: 'Cobrança inválida.',
  CobConsultaInvalida: 'Consulta de cobranças inválida.',
  PayloadLocationNaoEncontrado: 'PayloadLocation não encontrada.',
  PayloadLocationOperacaoInvalida: 'PayloadLocation inválido.',
  PayloadLocationConsultaInvalida: 'Consulta de locations inválida.',
  PixNaoEncontrado: 'Pix não encontrado.',
  PixDevolucaoNaoEncontrada: 'Devolução não encontrada.',
  PixConsultaInvalida: 'Consulta de Pix inválida.',
  PixDevolucaoInvalida: 'Devolução inválida.',
  WebhookNaoEncontrado: 'Webhook não encontrado.',
  WebhookOperacaoInvalida: 'Webhook inválido.',
  WebhookConsultaInvalida: 'Consulta de webhooks inválida.',
  PayloadLocationRecNaoEncontrado: 'PayloadLocation de recorrência não encontrada.',
  PayloadLocationRecConsultaInvalida: 'Consulta de locations de recorrência inválida.',
  RecNaoEncontrada: 'Recorrência não encontrada.',
  RecOperacaoInvalida: 'Recorrência inválida.',
  RecConsultaInvalida: 'Consulta de recorrências inválida.',
  SolicRecNaoEncontrada: 'Solicitação de recorrência não encontrada.',
  SolicRecOperacaoInvalida: 'Solicitação de recorrência inválida.',
  CobRNaoEncontrado: 'Cobrança recorrente não encontrada.',
  CobROperacaoInvalida: 'Cobrança recorrente inválida.',
  CobRConsultaInvalida: 'Consulta de cobranças recorrentes inválida.',
  WebhookRecOperacaoInvalida: 'Webhook de recorrências inválido.',
  WebhookRecConsultaInvalida: 'Consulta de webhooks de recorrências inválida.',
  WebhookCobROperacaoInvalida: 'Webhook de cobranças recorrentes inválido.',
  WebhookCobRConsultaInvalida: 'Consulta de webhooks de cobranças recorrentes inválida.',
} as const

export type ProblemType = keyof typeof problemTitles

/** The type of a problem for which only a status was given. */
const typeOfStatus: Record<number, ProblemType> = {
  400: 'RequisicaoInvalida',
  403: 'AcessoNegado',
  404: 'NaoEncontrado',
  410: 'PermanentementeRemovido',
  500: 'ErroInternoDoServidor',
  503: 'ServicoIndisponivel',
  504: 'IndisponibilidadePorTempoEsgotado',
}

const isProblemType = (type: string): type is ProblemType => Object.hasOwn(problemTitles, type)

type More = { violacoes?: Violation[]; headers?: Record<string, string> }

/** A refused request, answered as `application/problem+json`. */
export class Refusal extends Error {
  readonly status: number
  /** The end of the contract's address of the type. */
  readonly type: string | undefined
  readonly detail: string | undefined
  readonly violacoes: Violation[]
  readonly headers: Record<string, string>

  constructor(status: number, type?: string, detail?: string, more: More = {}) {
    super(type ?? `${status}`)
    this.status = status
    this.type = type ?? typeOfStatus[status]
    this.detail = detail
    this.violacoes = more.violacoes ?? []
    this.headers = more.headers ?? {}
  }

  /** The body; a problem that the contract has no type for is `about:blank` (RFC 7807 §4.2). */
  get problem(): Record<string, unknown> {
    const { status, type, detail, violacoes } = this
    const more = { ...(detail && { detail }), ...(violacoes.length > 0 && { violacoes }) }
    if (type === undefined || !isProblemType(type)) {
      return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, ...more }
    }
    const address = `https://pix.bcb.gov.br/api/v2/error/${type}`
    return { type: address, title: problemTitles[type], status, ...more }
  }
}

/** A refused request for a token (RFC 6749 §5.2). */
export class OAuthRefusal extends Error {
  readonly status: number
  readonly body: { error: string; error_description: string }
  /** True where the request itself breaks RFC 6749, so that a test counts it as our mistake. */
  readonly isViolation: boolean

  constructor(
    status: 400 | 401,
    error: string,
    error_description: string,
    { isViolation = status === 400 } = {},
  ) {
    super(error)
    this.status = status
    this.isViolation = isViolation
    this.body = { error, error_description }
  }
}
