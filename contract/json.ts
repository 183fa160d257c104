import { Refusal } from './refusal.ts'

/** Deeper than anything that the contract allows, and shallow enough to be walked by recursion. */
const MAX_DEPTH = 32

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads a JSON request body (RFC 8259): UTF-8 only, an object, and no text that a database could
 * not hold as it was sent.
 *
 * @throws Refusal `invalid_request`
 */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  const value = decoded(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('O corpo da requisição deve ser um objeto JSON.')
  }
  requireStorable(value, [])
  return value as Record<string, unknown>
}

function decoded(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw malformed('O corpo da requisição não é um JSON válido em UTF-8.')
  }
}

function malformed(detail: string, param?: string): Refusal {
  return new Refusal('invalid_request', { detail, param })
}

/**
 * A NUL and a lone surrogate have no place in PostgreSQL, and a number from 2^53 on would come back
 * as another one.
 */
function requireStorable(value: unknown, path: string[]): void {
  if (typeof value === 'string') requireText(value, path)
  if (typeof value === 'number' && !Number.isSafeInteger(Math.trunc(value))) {
    throw malformed('O número é grande demais.', path.join('.'))
  }
  if (typeof value !== 'object' || value === null) return
  if (path.length >= MAX_DEPTH) throw malformed('O corpo tem níveis demais.', path[0])
  for (const [key, member] of Object.entries(value)) {
    requireText(key, path)
    requireStorable(member, [...path, key])
  }
}

/** @throws Refusal `invalid_request` when the text holds a NUL or half of a surrogate pair */
export function requireText(text: string, path: string[]): void {
  if (!text.includes('\0') && text.isWellFormed()) return
  const param = path.length === 0 ? undefined : path.join('.')
  throw malformed('O texto contém caracteres que não podem ser guardados.', param)
}
