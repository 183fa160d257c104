/** How people come in and go: sign-in, invitation, sign-out, and the passkey that confirms. */
import { createHash } from 'node:crypto'
import type { Session } from '../domain/people/people.ts'
import { noSessionCookie, sessionCookie } from './cookies.ts'
import type { DashboardOptions } from './dashboard.ts'
import type { Form } from './forms.ts'
import { valueOf } from './forms.ts'
import type { View } from './page.ts'
import type { PasskeyForm } from './render.ts'
import type { SignedVisit, Visit } from './visit.ts'

/** What is sent: a page, or the address that the reader is led to. */
export type Answer =
  | { view: View; passkey?: PasskeyForm; cookie?: string }
  | { location: string; cookie?: string; view?: undefined }

/** Fields of every form that are no part of what it asks for. */
const ownFields = new Set(['form_token', 'idempotency_key', 'passkey'])

/** The longest answer of an authenticator that is read, in characters. */
const MAX_PASSKEY_LENGTH = 16_384

/** What the browser's authenticator has given; undefined for what is no JSON. */
export function passkeyOf(form: Form): unknown {
  const json = valueOf(form, 'passkey') ?? ''
  if (json === '' || json.length > MAX_PASSKEY_LENGTH) return undefined
  try {
    return JSON.parse(json) as unknown
  } catch {
    return undefined
  }
}

/** An address of the dashboard, for the way back after signing in; any other is the first page. */
export const ownAddress = (wished: string | undefined): string =>
  wished !== undefined && /^\/dashboard\/[\w\-/?&=.%:+]*$/.test(wished) ? wished : '/dashboard/home'

/** What a passkey confirms: this form at this address, in this session. */
export function actionOf(path: string, form: Form): string {
  const fields = [...form].filter(([name]) => name !== 'form_token' && name !== 'passkey')
  const digest = createHash('sha256')
    .update(JSON.stringify(fields.toSorted(byName)))
    .digest('hex')
  return `${path} ${digest}`
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/** The fields of a form that are sent again with its confirmation. */
const fieldsToRepeat = (form: Form) =>
  [...form]
    .filter(([name]) => name !== 'passkey')
    .flatMap(([name, values]) => values.map((value) => ({ name, value })))

export function createAccess(options: DashboardOptions) {
  const { db, service, securityLog } = options
  const { people, limits } = service

  const refuse = async ({ request }: Visit, event: string, reason: string): Promise<void> => {
    securityLog.report('warn', event, request, { reason })
    await limits.failure(request.address)
  }

  const enter = ({ request }: Visit, { token, session }: Entered, to: string): Answer => {
    securityLog.report('info', 'signed_in', request, { user: session.user.id })
    return { location: to, cookie: sessionCookie(token) }
  }

  async function signInPage(visit: Visit, refused = false): Promise<Answer> {
    const { text, request, query } = visit
    const note = { kind: 'note', tone: 'bad', text: text.sign_in.refused } as const
    const passkey: PasskeyForm = {
      kind: 'get',
      options: JSON.stringify(await people.signInOptions(request.now)),
      action: '/dashboard/sign-in',
      submit: text.sign_in.submit,
      isAutomatic: false,
      hidden: [{ name: 'next', value: ownAddress(query['next']) }],
    }
    const view: View = {
      name: 'sign-in',
      title: text.sign_in.title,
      blocks: [
        ...(refused ? [note] : []),
        { kind: 'note', tone: 'plain', text: text.sign_in.text },
        { kind: 'note', tone: 'plain', text: text.sign_in.lost },
      ],
      ...(refused && { status: 403 }),
    }
    return { view, passkey }
  }

  async function signIn(visit: Visit, form: Form): Promise<Answer> {
    const { now } = visit.request
    const result = await people.signIn(db, passkeyOf(form), { now })
    if (result.refused === undefined) {
      return enter(visit, result, ownAddress(valueOf(form, 'next')))
    }
    await refuse(visit, 'sign_in_refused', result.refused)
    return signInPage(visit, true)
  }

  async function joinPage(visit: Visit, refused = false): Promise<Answer> {
    const { text, request, params } = visit
    const { token = '' } = params
    const invitation = await people.readInvitation(db, token, request.now)
    const creation = invitation && (await people.joinOptions(db, token, request.now))
    if (!invitation || !creation) {
      const gone = { kind: 'note', tone: 'warn', text: text.join.gone_text } as const
      return { view: { name: 'join', title: text.join.gone_title, blocks: [gone], status: 404 } }
    }
    const role = text.roles[invitation.role]
    const note = { kind: 'note', tone: 'bad', text: text.join.refused } as const
    const view: View = {
      name: 'join',
      title: text.join.title,
      blocks: [
        ...(refused ? [note] : []),
        { kind: 'note', tone: 'plain', text: text.join.text(invitation.seller_name, role) },
      ],
      ...(refused && { status: 403 }),
    }
    const passkey: PasskeyForm = {
      kind: 'create',
      options: JSON.stringify(creation),
      action: `/dashboard/join/${token}`,
      submit: text.join.submit,
      isAutomatic: false,
      hidden: [],
      nameLabel: text.join.name,
    }
    return { view, passkey }
  }

  async function join(visit: Visit, form: Form): Promise<Answer> {
    const { now } = visit.request
    const name = valueOf(form, 'name') ?? ''
    const { token = '' } = visit.params
    const result = await people.join(db, token, { response: passkeyOf(form), name, now })
    if (result.refused === undefined) return enter(visit, result, '/dashboard/home')
    await refuse(visit, 'join_refused', result.refused)
    return joinPage(visit, true)
  }

  async function signOut({ session, request }: SignedVisit): Promise<Answer> {
    await people.endSession(db, session, request.now)
    securityLog.report('info', 'signed_out', request, { user: session.user.id })
    return { location: '/dashboard/sign-in', cookie: noSessionCookie }
  }

  /** Asks for the passkey over what a form asks for; the same form comes back with its answer. */
  async function confirmPage(
    { session, request, text }: SignedVisit,
    form: Form,
    { what, refused }: { what: string; refused: boolean },
  ): Promise<Answer> {
    const { path, now } = request
    const bound = actionOf(path, form)
    const passkey: PasskeyForm = {
      kind: 'get',
      options: JSON.stringify(await people.confirmOptions(db, session, bound, now)),
      action: path,
      submit: text.confirm.submit,
      isAutomatic: !refused,
      hidden: fieldsToRepeat(form),
    }
    const note = { kind: 'note', tone: 'bad', text: text.confirm.refused } as const
    const view: View = {
      name: 'confirm',
      title: text.confirm.title,
      blocks: [...(refused ? [note] : []), { kind: 'note', tone: 'plain', text: what }],
      ...(refused && { status: 403 }),
    }
    return { view, passkey }
  }

  /** Whether a form carries the passkey's answer over exactly this form; false when it has none. */
  async function isConfirmed(visit: SignedVisit, form: Form): Promise<boolean> {
    const { session, request } = visit
    const response = passkeyOf(form)
    if (response === undefined) return false
    const bound = actionOf(request.path, form)
    if (await people.confirm(db, session, bound, response, request.now)) return true
    await refuse(visit, 'confirmation_refused', 'the passkey did not confirm this form')
    return false
  }

  return { signInPage, signIn, joinPage, join, signOut, confirmPage, isConfirmed }
}

type Entered = { token: string; session: Session }

/** The fields that an operation may read. */
export const withoutOwnFields = (form: Form): Form =>
  new Map([...form].filter(([name]) => !ownFields.has(name)))
