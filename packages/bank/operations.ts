/** How operations of the simulated bank, and the checks of requests to them, are written down. */
import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import type { ProblemType } from './problems.ts'

export const ajv = new Ajv({ allErrors: true, strict: true })

export const valor = { type: 'string', pattern: String.raw`^\d{1,10}\.\d{2}$` }
export const CPF = String.raw`^\d{11}$`
export const CNPJ = '^[0-9A-Z]{14}$'

/** The contract's name for the fault of a request: its type, and the resource in question. */
type Fault = { type: ProblemType; resource?: string }

/** An operation of the bank, its requirements, and the scope that a token needs for it. */
export type BankOperation = {
  name: string
  method: string
  path: RegExp
  scope: string
  fault: Fault
  /** The pattern of the txid that its path names. */
  txid?: RegExp
  body?: ValidateFunction
  /** The check of its query; without one the operation takes none. */
  query?: ValidateFunction
}

type Required = { fault?: Fault } & Pick<BankOperation, 'txid' | 'body' | 'query'>

export const operation = (
  name: string,
  path: string,
  scope: string,
  { fault = { type: 'RequisicaoInvalida' }, txid, body, query }: Required = {},
): BankOperation => ({
  name,
  method: name.split(' ')[0] ?? '',
  path: new RegExp(`^${path}$`),
  scope,
  fault,
  ...(txid && { txid }),
  ...(body && { body }),
  ...(query && { query }),
})

export const object = (properties: object, required: string[]) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

export const exactly = (properties: object, required: string[]) =>
  ajv.compile(object(properties, required))

export const text = (maxLength: number) => ({ type: 'string', maxLength })

const OFFSET = String.raw`(Z|[+-]\d\d:\d\d)`
export const time = {
  type: 'string',
  pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?${OFFSET}$`,
}
export const boolean = { enum: ['true', 'false'] }

const pages = {
  'paginacao.paginaAtual': { type: 'string', pattern: String.raw`^\d{1,9}$` },
  'paginacao.itensPorPagina': { type: 'string', pattern: '^([1-9][0-9]{0,2}|1000)$' },
}

export const cpf = { type: 'string', pattern: CPF }
export const cnpj = { type: 'string', pattern: CNPJ }

/** Between two times, of one person at most. */
export const listing = (filters: object, required = ['inicio', 'fim']) =>
  ajv.compile({
    ...object({ inicio: time, fim: time, ...filters, ...pages }, required),
    not: { properties: { cpf: {}, cnpj: {} }, required: ['cpf', 'cnpj'] },
  })
