/** Reads the fields of banks' answers, whichever API they are of. */
import { oneLine } from './mtls.ts'
import { BankError } from './provider.ts'
import type { Violation } from './recurring.ts'

export type Fields = Record<string, unknown>

const amount = /^\d{1,10}\.\d{2}$/
export const endToEndId = /^[a-zA-Z0-9]{32}$/

/** The highest amount that a payment can have, in minor units (AmountMinor of our contract). */
export const MAX_AMOUNT_MINOR = 99_999_999_999

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

export const listOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf) : []

/** A text that both databases can hold; any other value counts as missing. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0') ? value : ''

export const unreadable = (what: string) =>
  new BankError('unreadable', `The bank's answer cannot be relied on: ${what}.`)

/** An amount as the bank writes it, `49.90`. */
export function toValor(amount_minor: number): string {
  const digits = String(amount_minor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** @throws BankError when it is not an amount in the form of the contract */
export function fromValor(value: unknown, name: string): number {
  const text = textOf(value)
  if (!amount.test(text)) throw unreadable(`${name} is no amount`)
  return Number(text.replace('.', ''))
}

/** The faults in one problem that are shown. */
const MAX_FAULTS = 10

/**
 * The problem of a bank (RFC 7807) or an OAuth server (RFC 6749 §5.2), in one line; also `mensagem`
 * of the problem or of its `erros`, as Efí and Banco do Brasil write it.
 */
export function problemOf(text: string): string {
  let problem: Fields
  try {
    problem = fieldsOf(JSON.parse(text))
  } catch {
    return ''
  }
  const { title, detail, mensagem, message, error, error_description, violacoes, erros } = problem
  const faults = [...listOf(violacoes), ...listOf(erros)].slice(0, MAX_FAULTS).map((fault) => {
    const { propriedade, razao, mensagem } = fault
    return [propriedade, razao, mensagem].map(textOf).filter(Boolean).join(' ')
  })
  const texts = [title, detail, mensagem, message, error, error_description]
  const parts = [...texts, ...faults].map(textOf).filter(Boolean)
  return oneLine([...new Set(parts)].join('; '))
}

/** The violations that a problem names (`Violacao` of the contract); none when it is no problem. */
export function violationsOf(text: string): Violation[] {
  try {
    const { violacoes } = fieldsOf(JSON.parse(text))
    return listOf(violacoes)
      .slice(0, MAX_FAULTS)
      .map(({ propriedade, razao }) => ({
        property: oneLine(textOf(propriedade)),
        reason: oneLine(textOf(razao)),
      }))
  } catch {
    return []
  }
}

/** The reason that the bank gives for the state of a refund, in one line. */
export const reasonOf = (motivo: unknown): string | null => oneLine(textOf(motivo)) || null
