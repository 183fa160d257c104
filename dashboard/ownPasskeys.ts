/** Forms for a person's own passkeys and sessions, which need a session but no role. */
import type { Answer } from './answer.ts'
import { confirmPage, isConfirmed } from './confirmation.ts'
import type { DashboardOptions } from './options.ts'
import { lastValue } from './forms.ts'
import type { Form } from './forms.ts'
import { formToken } from './origin.ts'
import { ADD_PASSKEY, END_OTHER_SESSIONS, END_SESSION } from './pages/settings.ts'
import { passkeyOf } from './passkeys.ts'
import { settings as texts } from './texts/settings.ts'
import type { SignedVisit } from './visit.ts'

const MADE = `${ADD_PASSKEY}/made`

type Answers = (visit: SignedVisit, form: Form) => Promise<Answer>

/** @returns the addresses of forms, each with what answers a form of the person's session */
export function ownPasskeys(
  options: DashboardOptions,
): readonly (readonly [path: string, answer: Answers])[] {
  const { db, service, securityLog } = options
  const { people } = service

  // A cookie alone makes no passkey: the page that can is drawn after one of the others confirmed.
  const create: Answers = async (visit, form) => {
    const { add } = texts[visit.locale]
    if (!(await isConfirmed(visit, form, options))) {
      return confirmPage(visit, form, { what: add.confirm }, options)
    }
    const creation = await people.addPasskeyOptions(db, visit.session, visit.request.now)
    return {
      view: {
        name: 'settings',
        title: add.title,
        blocks: [{ kind: 'note', tone: 'plain', text: add.create_text }],
      },
      passkey: {
        kind: 'create',
        options: JSON.stringify(creation),
        action: MADE,
        submit: add.create,
        isAutomatic: false,
        hidden: [{ name: 'form_token', value: formToken(visit.token) }],
        nameLabel: visit.text.join.name,
      },
    }
  }

  const store: Answers = async ({ session, request, locale, text }, form) => {
    const addition = { response: passkeyOf(form), name: lastValue(form, 'name'), now: request.now }
    const { refused } = await people.addPasskey(db, session, addition)
    const user = session.user.id
    if (refused === undefined) {
      securityLog.report('info', 'passkey_added', request, { user })
      return { location: '/dashboard/settings?done=passkey_added' }
    }
    securityLog.report('warn', 'passkey_refused', request, { user, reason: refused })
    const back = { href: '/dashboard/settings', text: text.back }
    const note = { kind: 'note', tone: 'bad', text: texts[locale].add.refused, link: back } as const
    return {
      view: { name: 'settings', title: texts[locale].add.title, blocks: [note], status: 403 },
    }
  }

  return [[ADD_PASSKEY, create], [MADE, store], ...ownSessions(options)]
}

/** The same for the person's other sessions. */
function ownSessions(options: DashboardOptions): [path: string, answer: Answers][] {
  const { db, service, securityLog } = options
  const { people } = service

  // Otherwise a cookie that was stolen could keep its owner out for as long as it is good.
  const endOthers: Answers = async (visit, form) => {
    const { session, request } = visit
    if (!(await isConfirmed(visit, form, options))) {
      const what = texts[visit.locale].end_others.confirm
      return confirmPage(visit, form, { what }, options)
    }
    const { refused } = await people.endOtherSessions(db, session, request.now)
    if (refused !== undefined) {
      securityLog.report('warn', 'session_refused', request, { reason: refused })
      return { location: '/dashboard/sign-in' }
    }
    securityLog.report('info', 'other_sessions_ended', request, { user: session.user.id })
    return { location: '/dashboard/settings?done=other_sessions_ended' }
  }

  const endOne: Answers = async (visit, form) => {
    const { session, request, params } = visit
    if (!(await isConfirmed(visit, form, options))) {
      const what = texts[visit.locale].end_session.confirm
      return confirmPage(visit, form, { what }, options)
    }
    const key = { id: params['sessionId'] ?? '', now: request.now }
    const { refused } = await people.endOwnSession(db, session, key)
    // A session that has ended meanwhile is ended, as was asked for.
    if (refused !== undefined && refused !== 'session_unknown') {
      securityLog.report('warn', 'session_refused', request, { reason: refused })
      return { location: '/dashboard/sign-in' }
    }
    securityLog.report('info', 'other_sessions_ended', request, { user: session.user.id })
    return { location: '/dashboard/settings?done=session_ended' }
  }

  return [
    [END_OTHER_SESSIONS, endOthers],
    [`${END_SESSION}/:sessionId/end`, endOne],
  ]
}
