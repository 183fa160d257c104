/**
 * The document that the docs show: the contract with samples, the list of error codes and the
 * changelog. The contract itself stays free of what a program does not need.
 */
import { listedErrors, operationsOf } from '../../contract/document.ts'
import type { Document, Operation } from '../../contract/document.ts'
import { callOf } from './call.ts'
import { languages } from './samples.ts'

/** An entry of the error catalogue: `summary` is the cause, `description` what to do. */
export type CatalogueEntry = { summary?: string; description?: string; value: object }

type Tag = { name: string; description: string }
type Shown = Document & { tags: Tag[]; 'x-tagGroups': { name: string; tags: string[] }[] }
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

function whereText(uses: Use[]): string {
  if (uses.length > LISTED_OPERATIONS) return `${uses.length} operations, wherever the cause holds.`
  const link = ({ operationId, tag }: Use) =>
    `[${operationId}](#tag/${slug(tag)}/operation/${operationId})`
  return `${uses.map(link).join(', ')}.`
}

/** The heading of a code, as the response carries it; OAuth's codes have no prefix there. */
function headingOf(value: object): string {
  const { error } = value as { error: string | { code: string } }
  return typeof error === 'string' ? `${error} (token endpoint)` : error.code
}

const sentence = (text: string) => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

/** Every code with its cause, what to do and an example, ordered by status. */
export function errorsPage(document: Document): string {
  const uses = usesOf(document)
  const entries = Object.entries(document.components.examples as Record<string, CatalogueEntry>)
    .map(([code, entry]) => ({ entry, uses: uses.get(code) ?? [] }))
    .toSorted((a, b) => (a.uses[0]?.status ?? 0) - (b.uses[0]?.status ?? 0))
  const sections = entries.map(
    ({ entry, uses }) => `## ${headingOf(entry.value)}

Status \`${uses[0]?.status}\`

**Cause:** ${sentence(entry.summary ?? '')}

**What to do:** ${sentence(entry.description ?? '')}

**Answered by:** ${whereText(uses)}

\`\`\`json
${JSON.stringify(entry.value, undefined, 2)}
\`\`\`
`,
  )
  return `Each code that a refusal can carry in \`error.code\`: what causes it, what to do about it,
and the answer as it comes. [Errors](#section/Errors) says what all of them have in common.

${sections.join('\n')}`
}

/**
 * The contract with a sample in every language at each operation, a page of all error codes, and
 * the changelog.
 *
 * @param changelog Markdown whose first heading is its title
 */
export function shownDocument(contract: Document, changelog: string): Document {
  const document = structuredClone(contract) as Shown
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
  document.tags.push(
    { name: 'Error codes', description: errorsPage(contract) },
    { name: 'Changelog', description: changelog.replace(/^# .*\n/, '').trim() },
  )
  document['x-tagGroups'].push({ name: 'Reference', tags: ['Error codes', 'Changelog'] })
  return document
}
