/**
 * How the docs are searched, the same where the index is made and in the reader's browser, which is
 * given this file without its types.
 */

/** A place that can be found. */
export type Entry = {
  id: number
  /** Below `/docs/`, with the place in the page behind `#`. */
  path: string
  title: string
  /** The kind of entry, such as operation or field, in the reader's language. */
  kind: string
  /** A line about it. */
  about: string
  /** The name by which programs know it: of an operation, event, object, code or field. */
  name: string
  /** Other words for it, which stand nowhere in the text. */
  words: string
  /** The same words, one by one, to be compared with the whole of what is typed. */
  aliases?: string[]
  text: string
  /** Multiplies the score, so that frequently read pages rank first. */
  weight: number
}

type SearchHit = Entry & { score: number }

/** The part of MiniSearch's interface that is used here. */
type Search = { search(text: string, options?: object): SearchHit[] }

/** Accents and capitals do not matter. */
export const folded = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Words, and names with their parts: `payment_id` is found by `payment`, and by itself. */
export function wordsOf(text: string): string[] {
  const whole = text.match(/[\p{L}\p{N}_.]+/gu) ?? []
  return whole.flatMap((one) => {
    const name = one.replaceAll(/^\.+|\.+$/g, '')
    const parts = name.replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').split(/[ _.]+/)
    return parts.length > 1 ? [name, ...parts] : [name]
  })
}

/** Words that stand everywhere and say nothing, in both languages, without accents. */
const stopWords = new Set(
  (
    'a o as os um uma de do da dos das em no na nos nas e ou que se por para com como meu minha ' +
    'eu the an of in on and or to for with how my is it i'
  ).split(' '),
)

export const searchOptions = {
  fields: ['name', 'title', 'words', 'text'],
  storeFields: ['path', 'title', 'kind', 'about', 'name', 'weight', 'aliases'],
  tokenize: wordsOf,
  // A field may have the name of such a word: `to` of an e-mail.
  processTerm: (term: string, field?: string) => {
    const word = folded(term)
    return word === '' || (field !== 'name' && stopWords.has(word)) ? null : word
  },
  searchOptions: {
    boost: { name: 6, title: 5, words: 5, text: 1 },
    prefix: (term: string) => term.length > 2,
    fuzzy: (term: string) => (term.length > 4 && !/[\d_.]/.test(term) ? 0.2 : false),
    weights: { prefix: 0.4, fuzzy: 0.2 },
    boostDocument: (_: unknown, __: string, stored?: Record<string, unknown>) =>
      Number(stored?.['weight'] ?? 1),
  },
}

const SHOWN = 12

/** How sure it is that a place is meant: by its name, by another word for it, or by chance. */
function rankOf({ name, aliases }: SearchHit, typed: string): number {
  const wanted = folded(typed)
  if (name === typed) return 0
  if (folded(name) === wanted) return 1
  return aliases?.some((alias) => folded(alias) === wanted) ? 2 : 3
}

/** The best places first. */
export function find(search: Search, text: string): SearchHit[] {
  const typed = text.trim()
  const saysNothing = wordsOf(typed).every((word) => stopWords.has(folded(word)))
  const options = saysNothing ? { processTerm: folded } : {}
  const withAll = new Set(
    search.search(typed, { ...options, combineWith: 'AND' }).map(({ id }) => id),
  )
  return search
    .search(typed, options)
    .map((found) => ({ found, rank: rankOf(found, typed) + (withAll.has(found.id) ? 0 : 1) }))
    .toSorted((a, b) => a.rank - b.rank || b.found.score - a.found.score)
    .slice(0, SHOWN)
    .map(({ found }) => found)
}
