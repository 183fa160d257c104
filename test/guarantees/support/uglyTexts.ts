/** Texts that may cost a reader more than their characters, and where they may stand. */
import { operations } from './judge.ts'
import type { Op, Schema } from './judge.ts'

const repeated = (piece: string) => (length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** Puts it between a beginning and an end, as parsers expect them. */
const between = (begin: string, piece: string, end: string) => (length: number) =>
  begin + repeated(piece)(Math.max(0, length - begin.length - end.length)) + end

export const uglyTexts: Record<string, (length: number) => string> = {
  letters: repeated('x'),
  digits: repeated('9'),
  blanks: between('x', ' ', 'x'),
  'line breaks': between('x', '\r\n', 'x'),
  'accents above one another': between('z', '\u0300\u0323', 'z'),
  'one letter that is eighteen': repeated('ﷺ'),
  'capitals that are two': repeated('İß'),
  'characters of two units': repeated('👩‍👩‍👧'),
  'lone surrogates': repeated('\ud83d'),
  'changes of direction': repeated('\u202e\u2066'),
  markup: repeated('<script>&"'),
  'escapes of addresses': repeated('%41'),
  'broken escapes': repeated('%'),
  backslashes: repeated('\\"'),
  openings: repeated('{['),
  closings: between('(', '))', '!'),
  'a long host': between('https://', 'a.', 'example/'),
  'a host of accents': between('https://', 'ç', '.example/'),
  'a long path': between('https://loja.example/', '../', 'x'),
  'a long query': between('https://loja.example/?', 'a=%C3%A7&', 'x'),
  'an address of six parts': between('https://[', '1:', ']/'),
  'an e-mail of dots': between('a', '.a', '@loja.example'),
  'an e-mail of hosts': between('a@', 'a-', 'a.example'),
  'a moment': between('2026-11-27T12:00:00.', '0', 'Z'),
  amounts: between('', '1.000,', '00'),
  PEM: between('', '-----BEGIN CERTIFICATE-----\n', ''),
  'a certificate of one line': between('-----BEGIN CERTIFICATE-----', 'M', '=-----END'),
  base64: repeated('MIIB'),
}

/** A long text where the contract has no limit of its own. */
const FREE_LENGTH = 60_000

/** A request's head has a limit of its own. */
const QUERY_LENGTH = 2_000

/** A place of a request in which a text may stand. */
export type Place = {
  op: Op
  where: 'body' | 'query' | 'path'
  path: string[]
  length: number
}

const isText = ({ type }: Schema): boolean => [type].flat().includes('string')

function* placesIn(schema: Schema, path: string[] = []): Generator<[string[], number]> {
  if (isText(schema)) yield [path, schema.maxLength ?? FREE_LENGTH]
  for (const one of schema.oneOf ?? []) yield* placesIn(one, path)
  if (schema.items) yield* placesIn(schema.items, [...path, '0'])
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    yield* placesIn(one, [...path, name])
  }
}

/** Every place of the contract in which a text may stand. */
export function textPlaces(): Place[] {
  return operations.flatMap((op) => [
    ...[...placesIn(op.body?.schema ?? {})].map(
      ([path, length]): Place => ({ op, where: 'body', path, length }),
    ),
    ...op.parameters.flatMap(({ name, in: where, schema }): Place[] => {
      if (where !== 'query' && where !== 'path') return []
      const length = Math.min(schema.maxLength ?? QUERY_LENGTH, QUERY_LENGTH)
      return isText(schema) ? [{ op, where, path: [name], length }] : []
    }),
  ])
}

/** A value that a schema allows, made of its examples. */
export function exampleOf(schema: Schema): unknown {
  const { examples, properties, items, oneOf, type } = schema
  if (schema.const !== undefined) return schema.const
  const [example] = examples ?? schema.enum ?? []
  if (example !== undefined) return example
  if (oneOf?.[0]) return exampleOf(oneOf[0])
  if (items) return [exampleOf(items)]
  if (properties) {
    const fields = Object.entries(properties).map(([name, one]) => [name, exampleOf(one)])
    return Object.fromEntries(fields)
  }
  return [type].flat().includes('object') ? {} : 'x'
}

/** The value with another one at a place. */
export function withAt(value: unknown, [name, ...rest]: string[], put: unknown): unknown {
  if (name === undefined) return put
  if (Array.isArray(value)) return [withAt(value[0], rest, put)]
  const fields = (value ?? {}) as Record<string, unknown>
  return { ...fields, [name]: withAt(fields[name], rest, put) }
}
