/** The guides that are not in the contract: files of `docs/guides/`, one for each language. */
import { readdirSync, readFileSync } from 'node:fs'
import type { GuideFile } from './markdown.ts'
import type { Language } from './texts.ts'

const folder = new URL('../../docs/guides/', import.meta.url)

/** The guides of a language. */
export function guidesIn(language: Language): GuideFile[] {
  const own = new URL(`${language}/`, folder)
  return readdirSync(own)
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => {
      const text = readFileSync(new URL(file, own), 'utf8')
      const [, title = ''] = /^# (.*)$/m.exec(text) ?? []
      return { name: file.replace(/\.md$/, ''), title, text }
    })
}
