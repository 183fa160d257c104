/** The people of the account: who is there, with which role, and by which passkeys. */
import { coversRole, ROLES, scopesOfRole } from '../../domain/identity/roles.ts'
import type { components } from '../../generated/types.ts'
import { folded, id, isolated, link, section, status, text } from '../blocks.ts'
import type { Block, Cell, Field, FormBlock, Tone } from '../blocks.ts'
import { changesOf } from '../changes.ts'
import { lastValue } from '../forms.ts'
import type { Form } from '../forms.ts'
import { pagesOf, parametersOf, time } from '../lists.ts'
import { action } from '../page.ts'
import type { Page, PageContext, View } from '../page.ts'
import { endedAt, endingInput, endMadeField } from './access.ts'
import { team as texts } from '../texts/team.ts'

type User = components['schemas']['User']
type Invited = components['schemas']['UserWithInvitation']

const LIST = '/dashboard/team'
const EMAIL_LENGTH = 320
const NAME_LENGTH = 80

const tones: Record<User['status'], Tone> = { invited: 'warn', active: 'good', removed: 'plain' }

const stateCell = ({ locale }: PageContext, { status: state }: User): Cell =>
  status(tones[state], texts[locale].statuses[state])

/** The roles that the person may give: no caller grants what it lacks. */
function roleField({ session, locale, text: shared }: PageContext, value?: string): Field {
  const held = scopesOfRole[session.user.role]
  return {
    name: 'role',
    label: texts[locale].role,
    type: 'select',
    hint: texts[locale].roles_hint,
    options: ROLES.filter((role) => coversRole(held, role)).map((role) => ({
      value: role,
      label: shared.roles[role],
    })),
    ...(value !== undefined && { value }),
  }
}

function inviteForm(context: PageContext): FormBlock {
  const words = texts[context.locale]
  return {
    kind: 'form',
    action: LIST,
    text: words.invite.text,
    fields: [
      { name: 'email', label: words.email, type: 'email', required: true, maxLength: EMAIL_LENGTH },
      roleField(context, 'viewer'),
    ],
    submit: words.invite.submit,
  }
}

export const teamPage: Page = {
  path: LIST,
  async draw(context) {
    const { call, can, locale, text: shared } = context
    const words = texts[locale]
    const list = await call('listUsers', { query: parametersOf(context, []) })
    const isNamed = list.data.some(({ name }) => name !== null)
    return {
      name: 'team',
      title: words.title,
      blocks: [
        ...(can('inviteUser') ? [folded(words.invite.title, inviteForm(context))] : []),
        {
          kind: 'table',
          caption: words.title,
          columns: [
            ...(isNamed ? [words.name, words.email] : [words.email]),
            words.role,
            shared.status,
            words.last_signed_in,
          ],
          rows: list.data.map((user) => [
            link(`${LIST}/${user.id}`, user.name ?? user.email),
            ...(isNamed ? [text(user.email)] : []),
            text(shared.roles[user.role]),
            stateCell(context, user),
            user.last_signed_in_at === null
              ? text(words.never)
              : time(context, user.last_signed_in_at),
          ]),
          empty: words.empty,
          ...pagesOf(context, list),
        },
      ],
    }
  },
}

function passkeysOf(context: PageContext, { id, passkeys }: User, isChangeable: boolean): Block[] {
  const words = texts[context.locale]
  const table: Block = {
    kind: 'table',
    caption: words.passkeys,
    columns: [words.name, context.text.created_at, words.last_used],
    rows: passkeys.map((passkey) => [
      text(passkey.name),
      time(context, passkey.created_at),
      time(context, passkey.last_used_at),
    ]),
    empty: words.no_passkeys,
  }
  if (!isChangeable) return [table]
  const forms = passkeys.map(
    (passkey): Block => ({
      kind: 'form',
      action: `${LIST}/${id}/passkeys/${passkey.id}/delete`,
      title: passkey.name,
      text: words.remove_passkey.text,
      fields: [],
      submit: words.remove_passkey.submit,
      isDangerous: true,
    }),
  )
  return [table, ...forms]
}

function formsOf(context: PageContext, { id, name, role }: User): Block[] {
  const words = texts[context.locale]
  const at = `${LIST}/${id}`
  return [
    {
      kind: 'form',
      action: at,
      title: words.rename.title,
      text: words.rename.text,
      fields: [
        {
          name: 'name',
          label: words.name,
          type: 'text',
          maxLength: NAME_LENGTH,
          value: name ?? '',
          autocomplete: 'off',
        },
      ],
      submit: words.rename.submit,
    },
    {
      kind: 'form',
      action: at,
      title: words.change.title,
      text: words.change.text,
      fields: [roleField(context, role)],
      submit: words.change.submit,
    },
    {
      kind: 'form',
      action: `${at}/end_sessions`,
      title: words.end_sessions.title,
      text: words.end_sessions.text,
      fields: [],
      submit: words.end_sessions.submit,
      isDangerous: true,
    },
    {
      kind: 'form',
      action: `${at}/remove`,
      title: words.remove.title,
      text: words.remove.text,
      fields: [endMadeField(context)],
      submit: words.remove.submit,
      isDangerous: true,
    },
  ]
}

export const userPage: Page = {
  path: `${LIST}/:userId`,
  async draw(context) {
    const { call, can, params, session, locale, text: shared } = context
    const words = texts[locale]
    const { userId = '' } = params
    const user = await call('getUser', { path: { userId } })
    const isChangeable = can('updateUser') && coversRole(scopesOfRole[session.user.role], user.role)
    return {
      name: 'team',
      title: user.name ?? user.email,
      blocks: [
        {
          kind: 'facts',
          facts: [
            { label: words.email, cell: text(user.email) },
            { label: words.role, cell: text(shared.roles[user.role]) },
            { label: shared.status, cell: stateCell(context, user) },
            { label: words.last_signed_in, cell: time(context, user.last_signed_in_at) },
            { label: shared.created_at, cell: time(context, user.created_at) },
            { label: shared.identifier, cell: id(user.id) },
          ],
        },
        section(words.passkeys, ...passkeysOf(context, user, isChangeable)),
        ...(isChangeable ? formsOf(context, user) : []),
      ],
    }
  },
}

/** Shows the link once; a repeat of the form has none to show. */
function invitedView(user: Partial<Invited>, { locale }: PageContext): View {
  const words = texts[locale]
  const { email = '', invitation_url: value, id } = user
  return {
    name: 'team',
    title: words.invited,
    blocks: [
      { kind: 'facts', facts: [{ label: words.email, cell: text(email) }] },
      ...(value === undefined
        ? []
        : [
            {
              kind: 'secret',
              label: words.invitation,
              value,
              hint: words.invitation_hint,
            } as const,
          ]),
      { kind: 'links', links: [{ href: `${LIST}/${id}`, text: words.one }] },
    ],
  }
}

const at = `${LIST}/:userId`
const isRole = (role: string): role is (typeof ROLES)[number] => ROLES.some((name) => name === role)

/** The role that a form gives, in the reader's words. */
function roleIn({ text: shared }: PageContext, form: Form): string {
  const role = lastValue(form, 'role') ?? ''
  return isRole(role) ? shared.roles[role] : isolated(role)
}

const personOf = ({ call, params }: PageContext): Promise<User> =>
  call('getUser', { path: { userId: params['userId'] ?? '' } })

export const teamActions = [
  action<'inviteUser'>({
    path: LIST,
    operation: 'inviteUser',
    confirm: (context, form) => {
      const email = isolated(lastValue(form, 'email') ?? '')
      return texts[context.locale].invite.confirm(email, roleIn(context, form))
    },
    done: (user, context) => invitedView(user, context),
    page: teamPage,
  }),
  action<'updateUser'>({
    path: at,
    operation: 'updateUser',
    input: ({ params }, form) => ({
      path: { userId: params['userId'] ?? '' },
      body: changesOf(form, ['role', 'name'], ['name']),
    }),
    confirm: async (context, form) => {
      if (!form.has('role')) return undefined
      const { email } = await personOf(context)
      return texts[context.locale].change.confirm(email, roleIn(context, form))
    },
    done: ({ id }, { form }) => ({
      to: `${LIST}/${id}`,
      done: form?.has('role') ? 'role_changed' : 'user_renamed',
    }),
    page: userPage,
  }),
  action<'endUserSessions'>({
    path: `${at}/end_sessions`,
    operation: 'endUserSessions',
    confirm: async (context) =>
      texts[context.locale].end_sessions.confirm((await personOf(context)).email),
    done: ({ id }) => ({ to: `${LIST}/${id}`, done: 'sessions_ended' }),
    page: userPage,
  }),
  action<'deleteUserPasskey'>({
    path: `${at}/passkeys/:passkeyId/delete`,
    operation: 'deleteUserPasskey',
    confirm: async (context) => {
      const { email, passkeys } = await personOf(context)
      const passkey = passkeys.find(({ id }) => id === context.params['passkeyId'])
      return texts[context.locale].remove_passkey.confirm(email, isolated(passkey?.name ?? '—'))
    },
    done: ({ id }) => ({ to: `${LIST}/${id}`, done: 'passkey_deleted' }),
    page: userPage,
  }),
  action<'removeUser'>({
    path: `${at}/remove`,
    operation: 'removeUser',
    input: endingInput,
    confirm: async (context) =>
      texts[context.locale].remove.confirm((await personOf(context)).email),
    done: (ended) => endedAt(ended, { to: LIST, done: 'user_removed' }),
    page: userPage,
  }),
]
