/** The index by which the docs are searched in the reader's browser. */
import MiniSearch from 'minisearch'
import { GenerationError } from '../../../contract/build/refused.ts'
import type { DocsPage } from '../markdown.ts'
import type { Language } from '../texts.ts'
import { anchorOf, sampleLabel } from './markup.ts'
import { searchOptions } from './searchRules.ts'
import type { Entry } from './searchRules.ts'
import { synonyms } from './synonyms.ts'
import { siteTexts } from './texts.ts'
import type { SiteTexts } from './texts.ts'

/** A place, and whether it is a sample, which other words for its page lead to as well. */
type Place = Omit<Entry, 'id'> & { isSample?: boolean }

/** How much sooner one kind of place is shown than another. */
const weights = {
  guides: 1.6,
  operations: 1.5,
  events: 1.2,
  chapters: 1.1,
  errors: 1,
  objects: 0.7,
  section: 1.2,
  field: 0.6,
}

const kindNames = {
  guides: 'guide',
  chapters: 'chapter',
  operations: 'operation',
  events: 'event',
  objects: 'object',
  errors: 'error',
} as const

/** The sentences of a text, without its code and marks. */
export const plainText = (markdown: string) =>
  markdown
    .replaceAll(/```.*?```/gs, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/^#+ .*$/gm, ' ')
    .replaceAll(/[`*[\]|>]|^ *- /gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const shortened = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, text.lastIndexOf(' ', length))}…`

/** A line about a page, for results and for other search engines. */
export const summaryOf = ({ text }: { text: string }, length = 150) => {
  const [, introduction = ''] = /^# [^\n]*\n\n(.*?)(?=\n\n## |$(?![\s\S]))/s.exec(text) ?? []
  return shortened(plainText(introduction.replace(/^`[A-Z]+ .*$/m, '')), length)
}

/** A page and each of its sections, with the sentences of each. */
function placesOfPage(page: DocsPage, language: Language, texts: SiteTexts): Place[] {
  const { kind, name, title, text, status } = page
  const path = `${language}/${kind}/${name}`
  const isProse = kind === 'guides' || kind === 'chapters'
  const [introduction = '', ...sections] = text.split(/^(?=## )/m)
  const isCode = kind === 'objects' || kind === 'errors'
  const whole: Place = {
    path,
    title,
    kind: texts.kinds[kindNames[kind]],
    about: isProse || isCode ? summaryOf(page) : name,
    name: isProse ? '' : name,
    words: status === undefined ? '' : String(status),
    text: plainText(introduction),
    weight: weights[kind],
  }
  if (!isProse) return [whole]
  return [whole, ...sections.flatMap((section) => placesOfSection(section, page, whole))]
}

/** A section, and each language in which it has a sample. */
function placesOfSection(section: string, page: DocsPage, whole: Place): Place[] {
  const [heading = ''] = section.slice(3).split('\n', 1)
  const title = plainText(`${heading} `)
  const own = {
    ...whole,
    path: `${whole.path}#${anchorOf(heading)}`,
    title,
    about: page.title,
    words: page.title,
    text: plainText(section),
    weight: weights.section,
  }
  const labels = section.split('\n').map(sampleLabel)
  const samples = [...new Set(labels)].filter((label) => label !== undefined)
  if (samples.length < 2) return [own]
  const ofSamples = samples.map((label) => ({
    ...own,
    path: `${whole.path}#${anchorOf(`${heading} ${label}`)}`,
    title: `${title}: ${label}`,
    text: '',
    isSample: true,
  }))
  return [own, ...ofSamples]
}

/** Where a field is described best: in an object that is read, not in a body or a list. */
const isLesser = (name: string) => /(Body|List|Form)$|^Event/.test(name)

const NAMED = 3

/** Each name of a field once, whatever the number of objects that have it. */
function placesOfFields(pages: DocsPage[], language: Language, texts: SiteTexts): Place[] {
  const owners = new Map<string, DocsPage[]>()
  const ranked = pages.toSorted(
    (a, b) =>
      Number(a.kind !== 'objects') - Number(b.kind !== 'objects') ||
      Number(isLesser(a.name)) - Number(isLesser(b.name)),
  )
  for (const page of ranked) {
    for (const field of page.fields ?? []) {
      owners.set(field, [...(owners.get(field) ?? []), page])
    }
  }
  return [...owners].map(([field, [first, ...others]]) => {
    const named = [first, ...others].slice(0, NAMED).map((one) => one?.name)
    const rest = others.length + 1 - named.length
    const about = `${texts.of} ${named.join(', ')}${rest > 0 ? ` ${texts.more(rest)}` : ''}`
    return {
      path: `${language}/${first?.kind}/${first?.name}#${anchorOf(field)}`,
      title: field,
      kind: texts.kinds.field,
      about,
      name: field,
      words: '',
      text: '',
      weight: weights.field,
    }
  })
}

/** Adds the other words for a place to it. */
function withSynonyms(places: Place[], language: Language): void {
  for (const { words, pages } of synonyms) {
    for (const page of pages) {
      const place = places.find(({ path }) => path === `${language}/${page}`)
      if (!place)
        throw new GenerationError(`packages/docs/pages/synonyms.ts: there is no page ${page}.`)
      place.words = [place.words, ...words].join(' ')
      place.aliases = [...(place.aliases ?? []), ...words]
      const samples = places.filter((one) => one.isSample && one.path.startsWith(`${place.path}#`))
      for (const sample of samples) sample.words = [sample.words, ...words].join(' ')
    }
  }
}

/** The lists of the reference, and the codes of one status. */
function placesOfLists(pages: DocsPage[], language: Language, texts: SiteTexts): Place[] {
  const statuses = [...new Set(pages.flatMap(({ status = [] }) => status))]
  const lists = Object.entries(texts.lists).map(([name, { title, text }]) => ({
    path: `${language}/${name}`,
    title,
    about: plainText(text),
    words: '',
  }))
  const ofStatus = statuses.map((status) => ({
    path: `${language}/errors#${status}`,
    title: `${texts.lists.errors.title}: ${status}`,
    about: texts.statusAbout(status),
    words: `${status} status http`,
  }))
  const rest = { kind: texts.sections.reference, name: '', text: '', weight: 2 }
  return [...lists, ...ofStatus].map((one) => ({ ...one, ...rest }))
}

/** The index as MiniSearch reads it. */
export function searchIndex(pages: DocsPage[], language: Language): string {
  const texts = siteTexts[language]
  const places = [
    ...pages.flatMap((page) => placesOfPage(page, language, texts)),
    ...placesOfFields(pages, language, texts),
    ...placesOfLists(pages, language, texts),
  ]
  withSynonyms(places, language)
  const search = new MiniSearch<Entry>(searchOptions as object as never)
  search.addAll(places.map((place, id) => ({ ...place, id })))
  return JSON.stringify(search)
}
