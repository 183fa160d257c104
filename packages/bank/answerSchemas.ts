/** Pieces of the schemas of the simulated bank's answers. */
import { problemTitles } from './problems.ts'
import type { ProblemType } from './problems.ts'

export type Schema = Record<string, unknown>

/** The answers of an operation by their status; null stands for no body. */
export type Answers = Record<number, Schema | null>

export const closed = (properties: Schema, required: string[]): Schema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

/** A closed object with required and optional fields. */
export const having = (there: Schema, others: Schema = {}): Schema =>
  closed({ ...there, ...others }, Object.keys(there))

export const text = (maxLength: number): Schema => ({ type: 'string', maxLength })
export const matching = (pattern: string): Schema => ({ type: 'string', pattern })
export const integer = (minimum: number): Schema => ({ type: 'integer', minimum })
export const listOf = (items: Schema): Schema => ({ type: 'array', items })

export const amount = matching(String.raw`^\d{1,10}\.\d{2}$`)
export const time = matching(
  String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$`,
)
export const txid = matching('^[a-zA-Z0-9]{26,35}$')
export const anyTxid = matching('^[a-zA-Z0-9]{1,35}$')
export const transferId = matching('^[a-zA-Z0-9]{32}$')
export const key: Schema = { type: 'string', minLength: 1, maxLength: 77 }
export const cpf = matching(String.raw`^\d{11}$`)
export const cnpj = matching('^[0-9A-Z]{14}$')
export const flag: Schema = { type: 'boolean' }
export const kind: Schema = { enum: ['cob', 'cobv'] }

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
export const returned: Schema = {
  oneOf: [
    having({ ...moneyBack, status: { const: 'DEVOLVIDO' }, horario: settled }, said),
    having(
      { ...moneyBack, status: { enum: ['EM_PROCESSAMENTO', 'NAO_REALIZADO'] }, horario: pending },
      said,
    ),
  ],
}

export const transfer = having(
  { endToEndId: transferId, valor: amount, horario: time },
  { txid: anyTxid, chave: key, infoPagador: text(140), devolucoes: listOf(returned) },
)

/** A page of a list, and the parameters that it was asked for with. */
export function page(name: string, item: Schema, filters: Schema, times: Schema): Schema {
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

export const within = { inicio: time, fim: time }

export const problem = (status: number, ...types: ProblemType[]): Schema => ({
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
export const limited = having({
  type: { const: 'about:blank' },
  title: { const: 'Too Many Requests' },
  status: { const: 429 },
  detail: { type: 'string' },
})

/** The answers of an operation, with those that every operation has. */
export const operation = (answers: Answers): Answers => ({
  400: problem(400, 'RequisicaoInvalida'),
  401: problem(401, 'AcessoNegado'),
  403: problem(403, 'AcessoNegado'),
  429: limited,
  ...answers,
})

export const invalid = (type: ProblemType) => problem(400, 'RequisicaoInvalida', type)
export const absent = (...types: ProblemType[]) => problem(404, ...types)

export const oauthError = (...errors: string[]): Schema =>
  having({ error: { enum: errors }, error_description: { type: 'string', minLength: 1 } })
