/** CPF and CNPJ, the tax numbers of people and companies in Brazil. */

/** A number as banks take it: without punctuation, letters in upper case. */
export type TaxId = { cpf: string } | { cnpj: string }

const punctuation = /[\s./-]/g
const cpfForm = /^\d{11}$/
/** Since July 2026 all but the two check digits may be letters. */
const cnpjForm = /^[0-9A-Z]{12}\d{2}$/i
const oneCharacter = /^(.)\1+$/

/** The weights of a CPF rise from right to left without an end, those of a CNPJ up to this. */
const MAX_CNPJ_WEIGHT = 9

const ZERO = '0'.charCodeAt(0)

/**
 * A check digit, modulo 11. A letter counts as its place in ASCII after the digit 0, so that `A`
 * is 17.
 */
function checkDigit(body: string, maxWeight: number): number {
  let [sum, weight] = [0, 2]
  for (let i = body.length - 1; i >= 0; i--) {
    sum += (body.charCodeAt(i) - ZERO) * weight
    weight = weight === maxWeight ? 2 : weight + 1
  }
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

/** True when the last two characters are the check digits of those before them. */
function endsInCheckDigits(number: string, maxWeight: number): boolean {
  const body = number.slice(0, -2)
  const first = checkDigit(body, maxWeight)
  return number === `${body}${first}${checkDigit(`${body}${first}`, maxWeight)}`
}

/**
 * The CPF or CNPJ that a text is, however it is punctuated, or undefined when it is neither: then
 * its length, its characters or its check digits are wrong, or it repeats one character.
 */
export function taxIdOf(text: string): TaxId | undefined {
  const plain = text.replace(punctuation, '')
  if (oneCharacter.test(plain)) return undefined
  if (cpfForm.test(plain)) return endsInCheckDigits(plain, Infinity) ? { cpf: plain } : undefined
  // Before it is put in upper case, which turns some letters that are not ASCII into ASCII.
  if (!cnpjForm.test(plain)) return undefined
  const cnpj = plain.toUpperCase()
  return endsInCheckDigits(cnpj, MAX_CNPJ_WEIGHT) ? { cnpj } : undefined
}

/** A CPF and a CNPJ as people write them. */
const written = [
  { form: /^(\d{3})(\d{3})(\d{3})(\d{2})$/, marks: '$1.$2.$3-$4' },
  {
    form: /^([0-9A-Z]{2})([0-9A-Z]{3})([0-9A-Z]{3})([0-9A-Z]{4})(\d{2})$/,
    marks: '$1.$2.$3/$4-$5',
  },
]

/** A CPF or CNPJ with its punctuation; all else as it is. */
export function writtenTaxId(text: string): string {
  const plain = text.trim().replace(punctuation, '').toUpperCase()
  const of = written.find(({ form }) => form.test(plain))
  return of ? plain.replace(of.form, of.marks) : text
}

/** A tax id as it was given, without punctuation, and with the usual one; each once. */
export function spellingsOf(text: string): string[] {
  const trimmed = text.trim()
  const plain = trimmed.replace(punctuation, '').toUpperCase()
  const marked = written.map(({ form, marks }) => plain.replace(form, marks))
  return [...new Set([trimmed, plain, ...marked])].filter((spelling) => spelling !== '')
}
