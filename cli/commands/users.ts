import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import { roleOf, ROLES } from '../../domain/identity/roles.ts'
import type { Role } from '../../domain/identity/roles.ts'
import { MAX_USERS } from '../../domain/people/userChanges.ts'
import type { UserView } from '../../domain/people/userChanges.ts'
import { invitationUrl, invite, listUsers, remove, UserRefused } from '../../domain/access/users.ts'
import { ChainRefused } from '../../domain/audit/rewriting.ts'
import type { End } from '../../domain/audit/rewriting.ts'
import { eraseUser } from '../../domain/erasure/user.ts'
import {
  changing,
  endMadeOption,
  madeNote,
  noSeller,
  printing,
  CommandError,
  withStore,
} from './command.ts'
import { ofSeller } from './sellerOption.ts'
import { appendToCommandLog } from './commandLog.ts'
import { mailsOf } from './mails.ts'

/** As the contract has it: ASCII, 64 characters, @ and 255 more. */
const emailForm = /^[!-?A-~]{1,64}@[!-?A-~]{1,255}$/

function parseEmail(text: string): string {
  if (emailForm.test(text)) return text
  throw new InvalidArgumentError('It must be an e-mail address in ASCII.')
}

const reasons: Partial<Record<UserRefused['code'], string>> = {
  user_already_exists: 'A user with this e-mail has another role.',
  user_limit_reached: `The seller already has ${MAX_USERS} users: remove one first.`,
  last_owner: 'No other active owner has a passkey: another owner must join first.',
}

function refuse(error: unknown): never {
  const reason = error instanceof UserRefused ? reasons[error.code] : undefined
  throw reason === undefined ? error : new CommandError(reason, { cause: error })
}

const shown = ({ user, passkeys }: UserView) => ({
  id: user.id,
  email: user.email,
  role: roleOf(user),
  status: user.status,
  passkeys: passkeys.length,
  last_signed_in_at: user.last_signed_in_at,
  created_at: user.created_at,
})

/** Printed with an invitation, which the service mails as well where it can. */
const SHOWN_AND_MAILED =
  'The link will not be shown again, and works once: ' + 'the service also mails it to that person.'
const SHOWN_ONLY = 'The link will not be shown again, and works once: send it only to that person.'

type Invited = { seller: string; email: string; role: Role }

const inviteOne = ({ seller, email, role }: Invited) =>
  withStore(async (store) => {
    const { db, now } = store
    const { baseUrl } = store.environment
    const mails = await mailsOf(store)
    const invitation = { seller_id: seller, email, role, now, mailing: { mails, baseUrl } }
    const invited = await invite(db, invitation).catch(refuse)
    if (!invited) throw noSeller(seller)
    const { user, token, expires_at } = invited
    const invitation_url = invitationUrl(baseUrl, token)
    const note = mails.isOn ? SHOWN_AND_MAILED : SHOWN_ONLY
    return { value: { user_id: user.id, invitation_url, expires_at }, note }
  })

const list = ({ seller }: { seller: string }) =>
  withStore(async ({ db }) => {
    const users = await listUsers(db, seller)
    if (!users) throw noSeller(seller)
    return { value: users.map(shown) }
  })

const removeOne = (id: string, { endMade = false }: { endMade?: boolean }) =>
  withStore(async ({ db, now }) => {
    const removed = await remove(db, { id, endMade, now }).catch(refuse)
    if (!removed) throw new CommandError(`There is no user ${id}, or it was already removed.`)
    const { made, ended } = removed
    const note = `Its passkeys, invitation and sessions have ended. ${madeNote(removed)}`
    return { value: { ...shown(removed), made, ended }, note }
  })

/** Printed after an erasure. */
const ERASED =
  'The audit trail was rewritten from the first event that named the person: its new end ' +
  'is in the command log. Older backups still have the e-mail: docs/operations.md, ' +
  '"Erase a person".'

const eraseOne = (id: string) =>
  withStore(async ({ db, environment, now }) => {
    const erased = await db
      .run(() => eraseUser(id, now))
      .catch((error: unknown) => {
        if (!(error instanceof ChainRefused)) throw error
        const { message } = error
        throw new CommandError(`The audit trail was not rewritten: ${message} See db check.`, {
          cause: error,
        })
      })
    if (erased === undefined) throw new CommandError(`There is no user ${id}.`)
    if (erased === 'not removed') throw new CommandError(`The user ${id} must be removed first.`)
    await db.expunge()
    const { user, trail } = erased
    const trailEnds = trail && { from: textOf(trail.before), to: textOf(trail.after) }
    appendToCommandLog(environment, 'users erase', { id, seller_id: user.seller_id, ...trailEnds })
    return { value: shown({ user, passkeys: [] }), note: ERASED }
  })

const textOf = ({ sequence, hash }: End) => `${sequence} ${hash}`

export function addUsers(program: Command): void {
  const users = program.command('users').description("The people on a seller's dashboard.")
  ofSeller(users.command('invite'))
    .description('Invite a person, or let an existing user add another passkey.')
    .requiredOption('--email <email>', "the person's e-mail", parseEmail)
    .addOption(
      new Option('--role <role>', 'what the user may do').choices(ROLES).makeOptionMandatory(),
    )
    .action(changing(inviteOne))
  ofSeller(users.command('list'))
    .description('List the users of a seller, newest first.')
    .action(printing(list))
  users
    .command('remove')
    .description('Remove a user; passkeys and sessions end at once.')
    .argument('<id>', 'the user_ id')
    .option(...endMadeOption)
    .action(changing(removeOne))
  users
    .command('erase')
    .description('Permanently erase the e-mail of a removed user, also from the audit trail.')
    .argument('<id>', 'the user_ id')
    .action(printing(eraseOne))
}
