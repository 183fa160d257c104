/** Search terms of texts and numbers, and the ranges of terms that match typed text. */

/** How many words of one text it is found by, and how many are looked at in what was typed. */
const MAX_WORDS = 12
const MAX_TYPED_WORDS = 6

/** The longest term, in UTF-16 units; of what is longer, its beginning. */
export const MAX_TERM_LENGTH = 64

/** The most characters of a text whose words are looked for: those of the longest e-mail. */
const MAX_TEXT_LENGTH = 320

/** Greater than every text that begins with the one before it, byte by byte. */
const LAST = '\u{10ffff}'

const marks = /\p{M}/gu
const separators = /[^\p{L}\p{N}]+/u
const notInNumbers = /[^\p{L}\p{N}]/gu

const ascii = /^[\0-\x7f]*$/

function folded(text: string): string {
  const some = text.slice(0, MAX_TEXT_LENGTH)
  // Most texts have nothing to be taken apart.
  const plain = ascii.test(some) ? some : some.normalize('NFKD').replaceAll(marks, '')
  return plain.toLowerCase()
}

/** The words of a text, in lower case and without accents. */
const wordsOf = (text: string): string[] =>
  folded(text)
    .split(separators)
    .filter((word) => word !== '')

const cut = (term: string): string => {
  const short = term.slice(0, MAX_TERM_LENGTH)
  // Half of a pair at the end is no character, and PostgreSQL takes none.
  return short.isWellFormed() ? short : short.slice(0, -1)
}

/**
 * A text from each of its words on, so that what was typed is the beginning of a term when it is
 * there word after word; and the first word before the last, as people are called.
 */
export function termsOfText(text: string): string[] {
  const words = wordsOf(text).slice(0, MAX_WORDS)
  const terms = words.map((_, i) => cut(words.slice(i).join(' ')))
  return words.length > 2 ? [...terms, cut(`${words[0]} ${words.at(-1)}`)] : terms
}

/** A number without its punctuation. */
const plainOf = (text: string): string => folded(text).replaceAll(notInNumbers, '')

/** A telephone number of Brazil with its country, however that is dialed: 55, two digits, eight. */
const brazilian = /^(?:00)?55(?=\d{10,11}$)/

/** A telephone number of Brazil without its country, as it is written there; others whole. */
export const termsOfPhone = (phone: string): string[] =>
  termsOfNumber(phone).map((number) => number.replace(brazilian, ''))

/**
 * An e-mail address from each of its words on, but for the last: `com` and `br` name nobody. A word
 * before the `@` that begins a term of the name is found by that; one of the domain begins a term
 * of its own, so that the domain is found as it is written.
 */
export function termsOfEmail(email: string, ofName: string[] = []): string[] {
  const words = wordsOf(email).slice(0, MAX_WORDS)
  const domainAt = wordsOf(email.slice(0, Math.max(0, email.lastIndexOf('@')))).length
  const nameWords = new Set(ofName.map((term) => term.split(' ', 1)[0]))
  const isFoundByName = (i: number) => i < domainAt && nameWords.has(words[i])
  return words
    .map((_, i) => cut(words.slice(i).join(' ')))
    .filter((_, i) => i === 0 || (i < words.length - 1 && !isFoundByName(i)))
}

export const termsOfNumber = (number: string): string[] =>
  [cut(plainOf(number))].filter((term) => term !== '')

/** A range of terms, from one on and before another. */
export type Range = { from: string; to: string }

const beginningWith = (term: string): Range => ({ from: term, to: term + LAST })

/** Typed text as ranges of terms. */
export type SearchWords = {
  /** Each of them matches by itself: all words in their order, or a number. */
  whole: Range[]
  /** Otherwise an object must match every one of them; empty for a single word. */
  words: Range[]
}

/** Fewer digits would be the beginning of too many numbers. */
const MIN_NUMBER_LENGTH = 3

/** A number as it was typed, and as a telephone: with a zero before the area, or its country. */
function numbersOf(typed: string): string[] {
  const plain = plainOf(typed)
  if (!/\d/.test(plain) || plain.length < MIN_NUMBER_LENGTH) return []
  const country = /^\s*(\+|00)\s*55/.test(typed) ? /^(00)?55/ : brazilian
  const dialed = plain.replace(country, '').replace(/^0{1,9}(?=\d{10})/, '')
  return dialed.length < MIN_NUMBER_LENGTH ? [plain] : [plain, dialed]
}

export function typedRanges(typed: string): SearchWords {
  const words = wordsOf(typed).slice(0, MAX_TYPED_WORDS)
  const whole = [cut(words.join(' '))]
  for (const number of numbersOf(typed)) whole.push(cut(number))
  return {
    whole: [...new Set(whole)].filter((term) => term !== '').map(beginningWith),
    words: words.length > 1 ? [...new Set(words.map(cut))].map(beginningWith) : [],
  }
}
