/** The passkey that is asked for again, over exactly what a form asks for. */
import { createHash } from 'node:crypto'
import { ForgedForm } from './answer.ts'
import type { Answer } from './answer.ts'
import type { Block } from './blocks.ts'
import type { DashboardOptions } from './options.ts'
import { lastValue } from './forms.ts'
import type { Form } from './forms.ts'
import { passkeyOf } from './passkeys.ts'
import type { SignedVisit } from './visit.ts'

/** Binds a passkey's answer to a form's address and fields, in whatever order they come. */
function actionOf(path: string, form: Form): string {
  const fields = [...form].filter(([name]) => name !== 'form_token' && name !== 'passkey')
  const inOrder = fields.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${path} ${createHash('sha256').update(JSON.stringify(inOrder)).digest('base64url')}`
}

/** Fields of the page that asks for the passkey; the others are sealed in one of them. */
const SEALED = 'sealed_form'
const openFields = new Set(['form_token', 'passkey'])

/** Binds a sealed form to its session and path, so that it opens for no other. */
const labelOf = ({ session, request }: SignedVisit) => `form ${session.id} ${request.path}`

/**
 * The form that a confirmation was asked for. It comes back sealed, so that no page repeats the
 * secrets that it may hold.
 *
 * @throws ForgedForm when this service has not sealed it for this session
 */
export function confirmedForm(
  visit: SignedVisit,
  form: Form,
  { service: { vault } }: DashboardOptions,
): Form {
  const sealed = lastValue(form, SEALED)
  if (sealed === undefined) return form
  let text: string
  try {
    text = vault.open(sealed, labelOf(visit))
  } catch {
    throw new ForgedForm()
  }
  const open = [...form].filter(([name]) => openFields.has(name))
  return new Map([...(JSON.parse(text) as [string, string[]][]), ...open])
}

/** Verifies that a form carries a passkey's answer given for exactly its address and fields. */
export async function isConfirmed(
  { session, request }: SignedVisit,
  form: Form,
  { db, service: { people }, securityLog }: DashboardOptions,
): Promise<boolean> {
  const response = passkeyOf(form)
  if (response === undefined) return false
  const bound = actionOf(request.path, form)
  if (await people.confirm(db, session, bound, response, request.now)) return true
  securityLog.report('warn', 'confirmation_refused', request, { user: session.user.id })
  return false
}

/**
 * The page that asks for the passkey: the same form comes back, sealed, with its answer.
 *
 * @param what says what the passkey is for
 * @param asked what the form asks for, field by field
 */
export async function confirmPage(
  visit: SignedVisit,
  form: Form,
  { what, asked = [] }: { what: string; asked?: Block[] },
  { db, service: { people, vault } }: DashboardOptions,
): Promise<Answer> {
  const { session, request, text } = visit
  const filledIn = JSON.stringify([...form].filter(([name]) => !openFields.has(name)))
  const isRefused = form.has('passkey')
  const bound = actionOf(request.path, form)
  const options = await people.confirmOptions(db, session, bound, request.now)
  const note: Block = { kind: 'note', tone: 'plain', text: what }
  const refused: Block = { kind: 'note', tone: 'bad', text: text.confirm.refused }
  return {
    view: {
      name: 'confirm',
      title: text.confirm.title,
      blocks: [...(isRefused ? [refused] : []), note, ...asked],
      status: isRefused ? 403 : 200,
    },
    passkey: {
      kind: 'get',
      options: JSON.stringify(options),
      action: request.path,
      submit: text.confirm.submit,
      // The reader has just sent the form; after a refusal the browser is not asked in a loop.
      isAutomatic: !isRefused,
      hidden: [
        { name: 'form_token', value: lastValue(form, 'form_token') ?? '' },
        { name: SEALED, value: vault.seal(filledIn, labelOf(visit)) },
      ],
    },
  }
}
