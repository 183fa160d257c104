/** Bodies that may cost a reader more than their bytes. */

export const form = 'application/x-www-form-urlencoded'
export const json = 'application/json'

/** Repeats a piece to a length. */
const fill = (piece: (i: number) => string, bytes: number, between = ''): string => {
  let text = piece(0)
  for (let i = 1; text.length + 24 < bytes; i++) text += between + piece(i)
  return text
}

/** Makes the names of each body new: V8 knows objects that have the same ones. */
let salt = 0
const names = (bytes: number) => fill((i) => `"${salt++}n${i}":1`, bytes, ',')
const nested = (open: string, close: string, bytes: number) => {
  const levels = Math.floor(bytes / (open.length + close.length)) - 8
  return `${open.repeat(levels)}0${close.repeat(levels)}`
}

/** Bodies of every form that might cost more than their bytes. */
export const hardBodies: Record<string, Record<string, (bytes: number) => string>> = {
  [form]: {
    'many names': (bytes) => fill((i) => `${salt++}n${i}=`, bytes, '&'),
    'one name over and over': (bytes) => fill(() => 'n=1', bytes, '&'),
    'nothing but separators': (bytes) => '&'.repeat(bytes),
    'one long value': (bytes) => `grant_type=${'a'.repeat(bytes)}`,
    'percent-encoded': (bytes) => `scope=${fill(() => '%41', bytes)}`,
    'broken percent-encoding': (bytes) => `scope=${'%'.repeat(bytes)}`,
    'many scopes': (bytes) => `grant_type=client_credentials&scope=${fill(() => 'a+', bytes)}`,
  },
  [json]: {
    'many names': (bytes) => `{${names(bytes)}}`,
    'many names with blanks': (bytes) => `{ ${names(bytes)} }`,
    'many names within': (bytes) => `{ "metadata": {${names(bytes)}}}`,
    'one name over and over': (bytes) => `{${fill(() => '"n":1', bytes, ',')}}`,
    'deep objects': (bytes) => nested('{"a":', '}', bytes),
    'deep arrays': (bytes) => `{"metadata":{"a":${nested('[', ']', bytes)}}}`,
    'odd numbers': (bytes) => `{"metadata":{"a":[${fill(() => '0.1e1', bytes, ',')}]}}`,
    'one long number': (bytes) => `{"metadata":{"a":1.${'0'.repeat(bytes)}}}`,
    'one long string': (bytes) => `{"name":"${'a'.repeat(bytes)}"}`,
    'one string of escapes': (bytes) => `{ "name":"${fill(() => '\\u0041', bytes)}"}`,
    'a string without an end': (bytes) => `{"name":"${'\\"'.repeat(bytes / 2)}`,
    'nothing but blanks': (bytes) => ' '.repeat(bytes),
    'nothing but openings': (bytes) => '{"a":['.repeat(bytes / 6),
  },
}
