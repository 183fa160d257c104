/** Values that more than one suite sends. */

/** Nothing in these can be seen: white space and invisible characters of every kind. */
export const blankNames = [
  '',
  ' ',
  '\t\r\n\v\f ',
  '\u0001\u001f\u007f\u0085',
  '\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000',
  '\u00ad',
  '\u034f',
  '\u115f\u1160\u3164\uffa0',
  '\u180e',
  '\u200b',
  '\u200c\u200d',
  '\u200e\u200f\u202a\u202e',
  '\u2060\u2061\u2066\u2069',
  '\u2800',
  '\ufe0f',
  '\ufeff',
  '\u{e0020}\u{e0101}',
  ' \u200b\u3164 \u200d ',
]

/** A name as it is sent, and as it is stored. */
export const trimmedNames = [
  ['  Ana  ', 'Ana'],
  ['\tAna\r\n', 'Ana'],
  ['\u00a0\u3000Ana\u2003', 'Ana'],
  ['\u200b\ufeffAna\u2060', 'Ana'],
  ['\u3164Ana\u2800', 'Ana'],
  ['Ana  Maria', 'Ana  Maria'],
  ['Zé\u200dAna', 'Zé\u200dAna'],
  ['👩‍👩‍👧 Família ❤️', '👩‍👩‍👧 Família ❤️'],
  ['0', '0'],
] as const

/** Text that PostgreSQL cannot hold: a NUL, and halves of surrogate pairs. */
export const unstorableTexts = ['a\0b', '\ud83d', '\ude00', 'a\ud83db', '\ude00\ud83d']

/** Free JSON that comes back exactly as it went, its keys in their order. */
export const metadataSamples: Record<string, string> = {
  'no keys': '{}',
  'null, also nested': '{"a":null,"b":{"c":null},"d":[null]}',
  'every type of value': '{"s":"x","n":-1.5e-7,"i":9007199254740991,"t":true,"f":false,"e":""}',
  'objects and arrays': '{"a":{"b":[1,[2,{"c":[]}],{}]}}',
  'an empty key': '{"":{"":""}}',
  '__proto__ as a key': '{"__proto__":{"admin":true},"constructor":{"prototype":{}},"toString":1}',
  'keys out of order': '{"z":1,"a":2,"m":3}',
  'keys of other scripts': '{"ação":"é","鍵":"値","🔑":"🔒"}',
  'dots, slashes and quotes': '{"a.b":"c/d","~1":"\\"","$ref":"#/x"}',
  'control characters': '{"line\\nbreak":"\\t\\u0001\\u2028"}',
}

/** @param prefix of the kind that is wanted: `cus_` */
export function malformedIds(prefix: string): string[] {
  const uuid = '019caea6-29f2-7c3f-b9a2-b5d74c6b8e13'
  const other = prefix === 'cus_' ? 'prod_' : 'cus_'
  return [
    prefix,
    `${prefix}1`,
    uuid,
    other + uuid,
    prefix.toUpperCase() + uuid,
    prefix.slice(0, -1) + uuid,
    prefix + uuid.replaceAll('-', ''),
    `${prefix}${uuid}0`,
    `${prefix}${uuid.slice(0, -1)}`,
    `${prefix}${uuid.slice(0, -1)}g`,
    `%20${prefix}${uuid}`,
    `${prefix}${uuid}%0A`,
    `${prefix}${uuid}%2F`,
    `${prefix}${uuid}%00`,
    'null',
    '*',
    '%F0%9F%92%B8',
    '%E0%A4%A',
    '%',
  ]
}

/** A well-formed id that nothing has. */
export const unknownId = (prefix: string) => `${prefix}${crypto.randomUUID()}`
