/** The menu of the docs: its sections, and the order of their pages. */
import type { DocsPage } from '../markdown.ts'
import type { Language } from '../texts.ts'
import { escaped } from './markup.ts'
import type { Section } from './outline.ts'
import { siteTexts } from './texts.ts'

export type Item = { path: string; title: string }

export const pathOf = (language: Language, { kind, name }: Pick<DocsPage, 'kind' | 'name'>) =>
  `/docs/${language}/${kind}/${name}`

export const itemOf = (language: Language, page: DocsPage): Item => ({
  path: pathOf(language, page),
  title: page.title,
})

/** Pages of the reference that are lists of others. */
export const lists = ['operations', 'objects', 'errors', 'changelog', 'downloads'] as const

export type ListName = (typeof lists)[number]

/** The items of a section in the order of the menu: a chapter comes before what belongs to it. */
export function itemsOf(language: Language, { name, guides, parts }: Section): (Item | Item[])[] {
  const texts = siteTexts[language]
  const own = guides.map((guide) => itemOf(language, guide))
  const listed = lists.map((list) => ({
    path: `/docs/${language}/${list}`,
    title: texts.lists[list].title,
  }))
  const reference = { path: `/docs/${language}/reference`, title: texts.onePage }
  const ofParts = parts.map(({ chapter, pages }) =>
    [...(chapter ? [chapter] : []), ...pages].map((page) => itemOf(language, page)),
  )
  return [...own, ...(name === 'reference' ? [reference, ...listed] : []), ...ofParts]
}

const linkTo = ({ path, title }: Item) => `<a href="${path}">${escaped(title)}</a>`

export const listItem = (item: Item) => `<li>${linkTo(item)}</li>`

/** The menu of a language. The section that is open is marked on each page. */
export function menuOf(language: Language, sections: Section[]): string {
  const texts = siteTexts[language]
  const drawn = sections.map((section) => {
    const { name, parts } = section
    const items = itemsOf(language, { ...section, parts: [] }).flat()
    const ofParts = parts.map(({ name: part, chapter, pages }) => {
      const title = chapter
        ? linkTo(itemOf(language, chapter))
        : `<span>${escaped(texts.parts[part] ?? part)}</span>`
      const links = pages.map((page) => listItem(itemOf(language, page)))
      return `<li class="part">${title}<ul>${links.join('')}</ul></li>`
    })
    const list = `<ul>${[...items.map(listItem), ...ofParts].join('\n')}</ul>`
    const summary = `<summary>${escaped(texts.sections[name])}</summary>`
    return `<details data-section="${name}">${summary}${list}</details>`
  })
  return drawn.join('\n')
}
