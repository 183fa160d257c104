/** Values that more than one suite sends. */

/** Names in which nothing can be seen: white space and invisible characters of every kind. */
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

type Fields = Record<string, unknown>

/** Fields sent besides an amount of 4990 and BRL, and the fields of the offer then. */
export const offerSamples: Record<string, { sent: Fields; kept: Fields }> = {
  'nothing more': {
    sent: {},
    kept: {
      name: 'Padrão',
      compare_at_amount_minor: null,
      type: 'one_time',
      billing_interval: null,
      interval_count: null,
    },
  },
  'every field of a one_time offer': {
    sent: { name: ' Promoção ', compare_at_amount_minor: 5990, type: 'one_time' },
    kept: {
      name: 'Promoção',
      compare_at_amount_minor: 5990,
      type: 'one_time',
      billing_interval: null,
      interval_count: null,
    },
  },
  'a reference price equal to the price': {
    sent: { compare_at_amount_minor: 4990 },
    kept: { compare_at_amount_minor: 4990 },
  },
  'every field of a recurring offer': {
    sent: { type: 'recurring', billing_interval: 'week', interval_count: 2 },
    kept: { type: 'recurring', billing_interval: 'week', interval_count: 2 },
  },
  'a recurring offer without interval_count': {
    sent: { type: 'recurring', billing_interval: 'month' },
    kept: { type: 'recurring', billing_interval: 'month', interval_count: 1 },
  },
  'a daily offer': {
    sent: { type: 'recurring', billing_interval: 'day' },
    kept: { billing_interval: 'day' },
  },
  'a yearly offer': {
    sent: { type: 'recurring', billing_interval: 'year' },
    kept: { billing_interval: 'year' },
  },
  'another currency': { sent: { currency: 'JPY' }, kept: { currency: 'JPY' } },
}

type RefusedOffer = {
  what: string
  sent: Fields
  code:
    | 'invalid_request'
    | 'invalid_compare_at_amount'
    | 'billing_interval_required'
    | 'invalid_one_time_billing'
  field: string
}

const monthly = { type: 'recurring', billing_interval: 'month' }

const wrongOfferValues: Record<string, unknown[]> = {
  amount_minor: [undefined, null, '4990', 49.9, true, [4990], {}],
  currency: [undefined, null, '', 'brl', 'Brl', 'BR', 'BRLL', 'R$ ', 'XXX', 986, ['BRL']],
  name: [null, 1, true, [], {}],
  compare_at_amount_minor: [null, '5990', 5990.5, true, []],
  type: [null, '', 'once', 'ONE_TIME', 1, ['recurring']],
}
const wrongRecurringValues: Record<string, unknown[]> = {
  billing_interval: [null, '', 'quarter', 'Month', 1, ['month']],
  interval_count: [null, '1', 1.5, true, []],
}

/** Fields sent besides an amount of 4990 and BRL, and the code and field of the refusal. */
export const refusedOffers: RefusedOffer[] = [
  ...Object.entries(wrongOfferValues).flatMap(([field, values]) =>
    values.map((value) => refused(`${field} ${said(value)}`, { [field]: value }, field)),
  ),
  ...Object.entries(wrongRecurringValues).flatMap(([field, values]) =>
    values.map((value) =>
      refused(`${field} ${said(value)} of a recurring`, { ...monthly, [field]: value }, field),
    ),
  ),
  ...[null, 'Recurring', 'subscription'].map((type) =>
    refused(`type ${said(type)} with billing_interval`, { ...monthly, type }, 'type'),
  ),
  ...blankNames.map((name) => refused(`the blank name ${said(name)}`, { name }, 'name')),
  ...unstorableTexts.map((name) => refused(`the name ${said(name)}`, { name }, 'name')),
  ...['id', 'active', 'lookup_key', 'product_id', 'metadata', 'description', '__proto__'].map(
    (field) => refused(`the unknown field ${field}`, JSON.parse(`{"${field}":true}`), field),
  ),
  {
    what: 'a reference price below the price',
    sent: { compare_at_amount_minor: 4989 },
    code: 'invalid_compare_at_amount',
    field: 'compare_at_amount_minor',
  },
  {
    what: 'recurring without billing_interval',
    sent: { type: 'recurring' },
    code: 'billing_interval_required',
    field: 'billing_interval',
  },
  {
    what: 'recurring with interval_count alone',
    sent: { type: 'recurring', interval_count: 2 },
    code: 'billing_interval_required',
    field: 'billing_interval',
  },
  ...[{}, { type: 'one_time' }].flatMap((type): RefusedOffer[] =>
    [{ billing_interval: 'month' }, { interval_count: 1 }].map((sent) => ({
      what: `one_time ${'type' in type ? '' : 'by default '}with ${Object.keys(sent)}`,
      sent: { ...type, ...sent },
      code: 'invalid_one_time_billing',
      field: Object.keys(sent).join(),
    })),
  ),
]

function said(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value)
}

function refused(what: string, sent: Fields, field: string): RefusedOffer {
  return { what, sent, code: 'invalid_request', field }
}
