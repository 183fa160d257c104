/** The values of a submitted form, as facts on the page that asks for its confirmation. */
import { none, text } from './blocks.ts'
import type { Block, Cell, Field, FormBlock } from './blocks.ts'
import { lastValue } from './forms.ts'
import type { Form } from './forms.ts'
import type { PageContext, View } from './page.ts'

/** Fields whose text is not sent back into the page. */
export const unrepeated = new Set<Field['type']>(['file', 'hidden', 'password'])

/** The form of a page that posts to an address. */
function formIn(blocks: readonly Block[], action: string): FormBlock | undefined {
  for (const block of blocks) {
    if (block.kind === 'form' && block.action === action) return block
    const inner = 'blocks' in block ? formIn(block.blocks, action) : undefined
    if (inner) return inner
  }
  return undefined
}

function cellOf({ name, type, options }: Field, form: Form, context: PageContext): Cell {
  const value = lastValue(form, name)
  if (value === undefined) return none
  if (type === 'checkbox') return text(value === 'true' ? context.text.yes : context.text.no)
  if (!options) return text(value)
  const chosen = form.get(name)?.filter((value) => value !== '') ?? []
  const labelOf = (value: string) =>
    options.find((option) => option.value === value)?.label ?? value
  return text(chosen.map(labelOf).join(', '))
}

/** Each field of a form by its label on the page; nothing of secrets and files. */
export function askedFor({ blocks }: View, form: Form, context: PageContext): Block[] {
  const fields = formIn(blocks, context.request.path)?.fields ?? []
  const facts = fields
    .filter(({ type }) => !unrepeated.has(type))
    .map((field) => ({ label: field.label, cell: cellOf(field, form, context) }))
  return facts.length === 0 ? [] : [{ kind: 'facts', facts }]
}
