/** The lists of the reference, as Markdown: operations, codes, and files to take away. */
import type { DocsPage } from '../markdown.ts'
import type { Language } from '../texts.ts'
import type { Part, Section } from './outline.ts'
import { siteTexts } from './texts.ts'

export const linesOf = (pages: DocsPage[], about: (page: DocsPage) => string) =>
  pages.map((page) => {
    const { kind, name, title } = page
    const shown = kind === 'operations' ? title : `\`${title}\``
    return `- [${shown}](../${kind}/${name}.md)${about(page)}`
  })

/** The operations by their chapters. */
export function operationList(language: Language, sections: Section[]): string {
  const texts = siteTexts[language]
  const parts = sections.flatMap(({ parts: own }) => own)
  const withOperations = parts
    .map((part): Part => ({ ...part, pages: part.pages.filter((one) => one.call) }))
    .filter(({ pages }) => pages.length > 0)
  return withOperations
    .map(({ name, chapter, pages }) => {
      const title = chapter?.title ?? texts.parts[name] ?? name
      const about = ({ call }: DocsPage) => {
        const { pathname } = new URL(call?.url ?? '')
        return `: \`${call?.method} ${pathname.replaceAll(/\w+_[\da-f-]{36}/g, '…')}\``
      }
      return `## ${title}\n\n${linesOf(pages, about).join('\n')}`
    })
    .join('\n\n')
}

export function errorList(pages: DocsPage[]): string {
  const codes = pages.filter(({ kind }) => kind === 'errors')
  const statuses = [...new Set(codes.map(({ status = 0 }) => status))].toSorted((a, b) => a - b)
  return statuses
    .map((status) => {
      const own = codes.filter((one) => one.status === status)
      const about = (page: DocsPage) => {
        const [, cause = ''] = /^\*\*.*?\*\* (.*)$/m.exec(page.text) ?? []
        return `: ${cause}`
      }
      return `## ${status}\n\n${linesOf(own, about).join('\n')}`
    })
    .join('\n\n')
}

export function downloadList(language: Language): string {
  return siteTexts[language].downloads
    .map(({ heading, links }) => {
      const lines = links.map(([text, path]) => `- [${text}](${path})`)
      return `## ${heading}\n\n${lines.join('\n')}`
    })
    .join('\n\n')
}
