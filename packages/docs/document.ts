/**
 * The document that the docs show: the contract with samples, the list of error codes and the
 * changelog. The contract itself stays free of what a program does not need.
 */
import { listedErrors, operationsOf } from '../../contract/document.ts'
import type { Document, Operation } from '../../contract/document.ts'
import { callOf } from './call.ts'
import { languages } from './samples.ts'
import { docsTexts } from './texts.ts'
import type { Language, Texts } from './texts.ts'

/** An entry of the error catalogue: `summary` is the cause, `description` what to do. */
export type CatalogueEntry = { summary?: string; description?: string; value: object }

type Tag = { name: string; description: string; 'x-displayName'?: string }
type DocsDocument = Document & { tags: Tag[]; 'x-tagGroups': { name: string; tags: string[] }[] }
type Use = { operationId: string; tag: string; status: number }

const slug = (name: string) => name.replaceAll(/\W+/g, '-')

/** The operations that answer with each code, and the status. */
function usesOf(document: Document): Map<string, Use[]> {
  const uses = new Map<string, Use[]>()
  for (const { operation } of operationsOf(document)) {
    const { operationId, tags: [tag = ''] = [] } = operation as Operation & { tags?: string[] }
    for (const [status, code] of listedErrors(document, operation)) {
      uses.set(code, [...(uses.get(code) ?? []), { operationId, tag, status }])
    }
  }
  return uses
}

/** With more operations than this, the list is replaced by a sentence. */
const LISTED_OPERATIONS = 12

function whereText(uses: Use[], { anywhere }: Texts['errors']): string {
  if (uses.length > LISTED_OPERATIONS) return anywhere(uses.length)
  const link = ({ operationId, tag }: Use) =>
    `[${operationId}](#tag/${slug(tag)}/operation/${operationId})`
  return `${uses.map(link).join(', ')}.`
}

/** The heading of a code, as the response carries it; OAuth's codes have no prefix there. */
function headingOf(value: object, { atTokenEndpoint }: Texts['errors']): string {
  const { error } = value as { error: string | { code: string } }
  return typeof error === 'string' ? `${error} ${atTokenEndpoint}` : error.code
}

const sentence = (text: string) => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

/** Every code with its cause, what to do and an example, ordered by status. */
function errorsPage(document: Document, texts: Texts['errors']): string {
  const uses = usesOf(document)
  const entries = Object.entries(document.components.examples as Record<string, CatalogueEntry>)
    .map(([code, entry]) => ({ entry, uses: uses.get(code) ?? [] }))
    .toSorted((a, b) => (a.uses[0]?.status ?? 0) - (b.uses[0]?.status ?? 0))
  const sections = entries.map(
    ({ entry, uses }) => `## ${headingOf(entry.value, texts)}

Status \`${uses[0]?.status}\`

**${texts.cause}** ${sentence(entry.summary ?? '')}

**${texts.toDo}** ${sentence(entry.description ?? '')}

**${texts.answeredBy}** ${whereText(uses, texts)}

\`\`\`json
${JSON.stringify(entry.value, undefined, 2)}
\`\`\`
`,
  )
  return `${texts.introduction}

${sections.join('\n')}`
}

/**
 * The contract with a sample in every language at each operation, a page of all error codes, and
 * the changelog.
 *
 * @param contract translated into that language
 * @param changelog Markdown whose first heading is its title
 */
export function shownDocument(contract: Document, language: Language, changelog: string): Document {
  const { errors, changelog: history, reference } = docsTexts[language]
  const document = structuredClone(contract) as DocsDocument
  for (const found of operationsOf(document)) {
    const call = callOf(document, found)
    Object.assign(found.operation, {
      'x-codeSamples': languages.map(({ lang, label, write }) => ({
        lang,
        label,
        source: write(call),
      })),
    })
  }
  // The names stay, since they are addresses within the docs.
  document.tags.push(
    {
      name: 'Error codes',
      'x-displayName': errors.chapter,
      description: errorsPage(contract, errors),
    },
    {
      name: 'Changelog',
      'x-displayName': history.chapter,
      description: history.text ?? changelog.replace(/^# .*\n/, '').trim(),
    },
  )
  document['x-tagGroups'].push({ name: reference, tags: ['Error codes', 'Changelog'] })
  return document
}
