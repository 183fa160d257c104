/** Forms that run an operation: checked, confirmed, called once, and drawn again when refused. */
import { ApiError } from '../contract/apiError.ts'
import type { CallInput } from '../http/calls.ts'
import type { Operation } from '../http/context.ts'
import type { Answer } from './answer.ts'
import { unrepeated } from './askedFor.ts'
import type { Block, Field, FormBlock } from './blocks.ts'
import { binaryFields, bodyOf, lastValue } from './forms.ts'
import type { Form } from './forms.ts'
import { FormFault } from './page.ts'
import type { Action, PageContext, Redirect, RefusedForm, View } from './page.ts'
import type { CommonTexts } from './texts/common.ts'
import { problemOf } from './texts/problems.ts'
import { statusOf } from './visit.ts'

/** Fields of every form that are no part of what it asks for. */
const ownFields = new Set(['form_token', 'idempotency_key', 'passkey'])

const withoutOwnFields = (form: Form): Form =>
  new Map([...form].filter(([name]) => !ownFields.has(name)))

/** The schema of an operation's body; undefined when it takes none. */
const schemaOf = ({ requestBody }: Operation) => requestBody?.content?.['application/json']?.schema

/** The action's own input, else the path's parameters and the form's fields as the body. */
async function inputOf(
  action: Action,
  { context, form, operation }: Posted,
): Promise<CallInput<Action['operation']>> {
  if (action.input) return action.input(context, form)
  const schema = schemaOf(operation)
  const by = { locale: context.locale, currency: context.session.seller.default_currency }
  return { path: context.params as never, ...(schema && { body: bodyOf(schema, form, by) }) }
}

type Posted = { context: PageContext; form: Form; operation: Operation }

/**
 * Refuses a form that cannot be right, before a passkey is asked for.
 *
 * @returns the page with why, or undefined where the form may be right
 */
export async function checkAction(action: Action, posted: Posted): Promise<Answer | undefined> {
  const { context, form } = posted
  try {
    const fields = withoutOwnFields(form)
    context.check(action.operation, await inputOf(action, { ...posted, form: fields }))
    await action.check?.(context, fields)
    return undefined
  } catch (error) {
    return refusedAnswer(action, posted, error)
  }
}

/** Runs an action's operation. The form's own key makes one of a `POST` run once if sent twice. */
export async function runAction(action: Action, posted: Posted): Promise<Answer> {
  const { context, form, operation } = posted
  const idempotencyKey = lastValue(form, 'idempotency_key')
  try {
    const fields = withoutOwnFields(form)
    const input = await inputOf(action, { context, form: fields, operation })
    const isPost = operation.method === 'post' && idempotencyKey !== undefined
    const result = await context.call(action.operation, {
      ...input,
      ...(isPost && { idempotencyKey }),
    })
    const done = action.done(result, context)
    return 'to' in done ? { location: withDone(done) } : { view: done }
  } catch (error) {
    return refusedAnswer(action, posted, error)
  }
}

/** The page of a form whose files are too long to be read; what was typed beside them is lost. */
export const refuseUpload = (action: Action, context: PageContext, error: ApiError) =>
  refusedAnswer(action, { context, form: new Map() }, error)

/** The page of a form that was refused, with what was typed and why. */
async function refusedAnswer(
  action: Action,
  { context, form }: Pick<Posted, 'context' | 'form'>,
  error: unknown,
): Promise<Answer> {
  if (!(error instanceof ApiError) || statusOf(error) >= 500) throw error
  // The access has ended meanwhile: not even the page that would be drawn may be seen.
  if (error.code === 'invalid_access_token') return { location: '/dashboard/sign-in' }
  const refused = { action: context.request.path, form, error }
  const view = await action.page.draw(context)
  return 'to' in view ? { location: view.to } : { view: withRefusal(view, refused, context) }
}

const withDone = ({ to, done }: Redirect): string =>
  done === undefined ? to : `${to}${to.includes('?') ? '&' : '?'}done=${done}`

/** The page with what was typed, and beside it why it was refused. */
function withRefusal(view: View, refused: RefusedForm, context: PageContext): View {
  const { error } = refused
  const problem = error instanceof FormFault ? error.text : problemOf(context.locale, error)
  let isPlaced = false
  const fill = (block: Block): Block => {
    if ('blocks' in block) return { ...block, blocks: block.blocks.map(fill) }
    if (block.kind !== 'form' || block.action !== refused.action || isPlaced) return block
    isPlaced = true
    return filled(block, refused, { problem, text: context.text })
  }
  const blocks = view.blocks.map(fill)
  const note: Block = { kind: 'note', tone: 'bad', text: problem }
  return { ...view, blocks: isPlaced ? blocks : [note, ...blocks], status: statusOf(error) }
}

/** A typed amount is refused by its form only where it is none at all. */
const isNoAmount = ({ type }: Field, error: ApiError) =>
  type === 'money' && error.code === 'invalid_request' && !(error instanceof FormFault)

/** Says the limits of a form's files; undefined where it takes none. */
function limitsOfFiles({ fields }: FormBlock, { files }: CommonTexts): string | undefined {
  const limits = fields.flatMap(({ label, maxBytes }) =>
    maxBytes === undefined ? [] : { label, kibibytes: maxBytes / 1024 },
  )
  const [first, second] = limits
  if (!first) return undefined
  return second ? files.too_large_one_of(limits) : files.too_large(first.kibibytes)
}

/** True for a file that was read, and is longer than it may be. */
function isLongFile({ name, maxBytes }: Field, form: Form): boolean {
  if (maxBytes === undefined) return false
  const value = lastValue(form, name) ?? ''
  const bytes = binaryFields.has(name)
    ? Buffer.byteLength(value, 'base64')
    : Buffer.byteLength(value)
  return bytes > maxBytes
}

/** A form as it was sent, with its refusal. */
function filled(
  block: FormBlock,
  { form, error }: RefusedForm,
  { problem: stated, text }: { problem: string; text: CommonTexts },
): FormBlock {
  const isUnread = error.code === 'request_too_large'
  const problem = (isUnread && limitsOfFiles(block, text)) || stated
  // A hidden field shows no error, so the form does.
  const isAtFault = ({ name, type }: Field) => name === error.param && type !== 'hidden'
  // The validator's text names the field as the API does; its label stands there already.
  const beside = problem.replace(`${error.param}: `, '')
  const faultOf = (field: Field) => {
    if (isNoAmount(field, error)) return text.amount_problem
    return isLongFile(field, form) ? text.files.too_large((field.maxBytes ?? 0) / 1024) : beside
  }
  const fields = block.fields.map((field) => ({
    ...field,
    ...(!unrepeated.has(field.type) && typedInto(field, form)),
    ...(isAtFault(field) && { error: faultOf(field) }),
  }))
  return { ...block, fields, ...(!block.fields.some(isAtFault) && { error: problem }) }
}

function typedInto({ name, type }: Field, form: Form): Partial<Field> {
  const values = form.get(name)
  if (!values) return {}
  return type === 'checkboxes' ? { values } : { value: values.at(-1) ?? '' }
}
