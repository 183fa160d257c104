/** How people come in and go: by a passkey, by an invitation, by signing out. */
import { hasAddressInDigits } from '../runtime/environment.ts'
import type { Session } from '../domain/people/people.ts'
import type { Answer } from './answer.ts'
import { isolated } from './blocks.ts'
import type { Block } from './blocks.ts'
import { noSessionCookie, sessionCookie } from './cookies.ts'
import type { DashboardOptions } from './options.ts'
import { lastValue } from './forms.ts'
import type { Form } from './forms.ts'
import { passkeyOf } from './passkeys.ts'
import type { CommonTexts } from './texts/common.ts'
import type { SignedVisit, Visit } from './visit.ts'

/** An address of the dashboard, for the way back after signing in; any other is the first page. */
const ownAddress = (wished: string | undefined): string =>
  wished !== undefined && /^\/dashboard\/[\w\-/?&=.%:+]*$/.test(wished) ? wished : '/dashboard/home'

const plain = (text: string): Block => ({ kind: 'note', tone: 'plain', text })
const bad = (text: string): Block => ({ kind: 'note', tone: 'bad', text })

type Entered = { token: string; session: Session }

function enter(
  { request }: Visit,
  { token, session }: Entered,
  to: string,
  { securityLog }: DashboardOptions,
): Answer {
  securityLog.report('info', 'signed_in', request, { user: session.user.id })
  return { location: to, cookie: sessionCookie(token) }
}

/** A browser makes no passkey for an address in digits, whatever the person tries. */
const needsHostName = ({ service }: DashboardOptions, { passkey }: CommonTexts): Block[] =>
  hasAddressInDigits(service.baseUrl) ? [bad(passkey.needs_host_name)] : []

/** @param next where the reader wants to go, as the address or the form that was refused says */
export async function signInPage(
  { text, request, query }: Visit,
  options: DashboardOptions,
  { next = query['next'], isRefused = false }: { next?: string; isRefused?: boolean } = {},
): Promise<Answer> {
  const { people } = options.service
  const signInTexts = text.sign_in
  return {
    view: {
      name: 'sign-in',
      title: signInTexts.title,
      blocks: [
        ...(isRefused ? [bad(signInTexts.refused)] : []),
        ...needsHostName(options, text),
        plain(signInTexts.text),
        plain(signInTexts.lost),
      ],
      status: isRefused ? 403 : 200,
    },
    passkey: {
      kind: 'get',
      options: JSON.stringify(await people.signInOptions(request.now)),
      action: '/dashboard/sign-in',
      submit: signInTexts.submit,
      isAutomatic: false,
      hidden: [{ name: 'next', value: ownAddress(next) }],
    },
  }
}

export async function signIn(visit: Visit, form: Form, options: DashboardOptions): Promise<Answer> {
  const { db, service, securityLog } = options
  const { request } = visit
  const by = { userAgent: request.headers['user-agent'], locale: visit.locale, now: request.now }
  const result = await service.people.signIn(db, passkeyOf(form), by)
  const next = ownAddress(lastValue(form, 'next'))
  if (result.refused === undefined) return enter(visit, result, next, options)
  securityLog.report('warn', 'sign_in_refused', request, { reason: result.refused })
  return signInPage(visit, options, { next, isRefused: true })
}

export async function joinPage(
  { text, request, params }: Visit,
  options: DashboardOptions,
  isRefused = false,
): Promise<Answer> {
  const { join, roles, sign_in } = text
  const { db, service } = options
  const { people } = service
  const { token = '' } = params
  const invitation = await people.readInvitation(db, token, request.now)
  const creation = invitation && (await people.joinOptions(db, token, request.now))
  if (!invitation || !creation) {
    const link = { href: '/dashboard/sign-in', text: sign_in.title }
    const blocks: Block[] = [{ kind: 'note', tone: 'plain', text: join.gone_text, link }]
    return { view: { name: 'join', title: join.gone_title, blocks, status: 404 } }
  }
  const { seller_name, role } = invitation
  const invited = plain(join.text(isolated(seller_name), roles[role]))
  return {
    view: {
      name: 'join',
      title: join.title,
      blocks: [...(isRefused ? [bad(join.refused)] : []), ...needsHostName(options, text), invited],
      status: isRefused ? 403 : 200,
    },
    passkey: {
      kind: 'create',
      options: JSON.stringify(creation),
      action: `/dashboard/join/${token}`,
      submit: join.submit,
      isAutomatic: false,
      hidden: [],
      nameLabel: join.name,
      person: { label: join.person, value: invitation.name ?? '' },
    },
  }
}

export async function join(visit: Visit, form: Form, options: DashboardOptions): Promise<Answer> {
  const { db, service, securityLog } = options
  const { request, params } = visit
  const answer = {
    response: passkeyOf(form),
    name: lastValue(form, 'name') ?? '',
    personName: lastValue(form, 'person'),
    userAgent: request.headers['user-agent'],
    locale: visit.locale,
    now: request.now,
  }
  const result = await service.people.join(db, params['token'] ?? '', answer)
  if (result.refused === undefined) return enter(visit, result, '/dashboard/home', options)
  securityLog.report('warn', 'join_refused', request, { reason: result.refused })
  return joinPage(visit, options, true)
}

export async function signOut(
  { session, request }: SignedVisit,
  { db, service: { people }, securityLog }: DashboardOptions,
): Promise<Answer> {
  await people.endSession(db, session, request.now)
  securityLog.report('info', 'signed_out', request, { user: session.user.id })
  return { location: '/dashboard/sign-in', cookie: noSessionCookie }
}
