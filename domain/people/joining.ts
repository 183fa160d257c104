/** How a user gets a passkey: the first by an invitation, further ones when signed in. */
import type { QueryRunner } from '../../db/database.ts'
import type { Transaction } from '../../db/query.ts'
import { recordChange } from '../audit/record.ts'
import { trimmedName } from '../formats/names.ts'
import { keyOfToken } from '../identity/sellerToken.ts'
import { lockSeller, shopNameOf } from '../identity/sellerRows.ts'
import type { Aim } from '../identity/challenges.ts'
import type { AccountNotices } from '../identity/accountNotices.ts'
import { deviceOf } from './device.ts'
import { endInvitation } from '../identity/invitationRows.ts'
import { openInvitation } from './invitations.ts'
import type { OpenInvitation } from './invitations.ts'
import { addNewPasskey, passkeysOf } from './passkeys.ts'
import type { NewCredential, Passkey } from './passkeys.ts'
import { readRegistration } from './responses.ts'
import { roleOf } from '../identity/roles.ts'
import type { Role } from '../identity/roles.ts'
import { actorOf, beginSession, openSession, useChallenge } from './sessions.ts'
import type { NewSession, Session } from './sessions.ts'
import { lockUser } from '../identity/userRows.ts'
import { creationOptions, faultOfClientData, verifiedCredential } from './webauthn.ts'
import type { CreationOptions, CeremonyResult, RelyingParty } from './webauthn.ts'

/** The longest name of a person, as in the contract. */
const NAME_LENGTH = 80

/** An invitation as the invited person sees it. */
export type Invited = {
  email: string
  name: string | null
  role: Role
  seller_name: string
  user_id: string
}

/** Unchecked input from a browser: its response, and the name of the device. */
export type NewPasskey = { response: unknown; name: unknown; now: Date }

/** The same for an invitation, with the browser's `User-Agent` and the language of the page. */
export type Joining = NewPasskey & {
  userAgent?: string | undefined
  locale: string
  /** As the person is called; undefined when they have not told. */
  personName: string | undefined
}

/** Tells of new passkeys and owners. */
type Telling = { mails: Pick<AccountNotices, 'ownerJoined' | 'passkeyAdded'> }

const joining = (id: string): Aim => ({ purpose: 'join', context: id })

/** Bound to the user's passkeys: the one that has confirmed may be deleted meanwhile. */
const adding = ({ id }: Session, passkeys: readonly Passkey[]): Aim => ({
  purpose: 'add',
  context: [id, ...passkeys.map((passkey) => passkey.id)].join(' '),
})

/** Reads an invitation; undefined when it cannot be used, for whatever reason. */
export async function readInvitation(
  db: QueryRunner,
  token: string,
  now: Date,
): Promise<Invited | undefined> {
  return db.read(function* () {
    const invitation = yield* openInvitation(token, now)
    if (!invitation) return undefined
    const { user, seller } = invitation
    const seller_name = yield* shopNameOf(seller)
    return { email: user.email, name: user.name, role: roleOf(user), seller_name, user_id: user.id }
  })
}

/** Asks for a passkey that the user of an invitation does not have yet. */
export async function joinOptions(
  db: QueryRunner,
  party: RelyingParty,
  { token, now }: { token: string; now: Date },
): Promise<CreationOptions | undefined> {
  return db.read(function* () {
    const invitation = yield* openInvitation(token, now)
    if (!invitation) return undefined
    const { id, user } = invitation
    const passkeys = yield* passkeysOf(user.seller_id, [user.id])
    return creationOptions(party, { ...joining(id), now }, { user, passkeys })
  })
}

/** The credential of a response, if it is right. */
async function credentialOf(
  party: RelyingParty,
  { response, now }: NewPasskey,
  aim: Aim,
): Promise<CeremonyResult<{ credential: NewCredential; challenge: string }>> {
  const registration = readRegistration(response)
  if (!registration) return { refused: 'malformed_response' }
  const fault = faultOfClientData(party, registration.clientData, { ...aim, now })
  if (fault) return { refused: fault }
  const credential = await verifiedCredential(party, registration)
  if (!credential) return { refused: 'unverified_response' }
  return { credential, challenge: registration.clientData.challenge }
}

type CreatedPasskey = { credential: NewCredential; challenge: string; name: unknown; now: Date }

type Joined = CreatedPasskey &
  Telling & { device: string | null; locale: string; personName: string | undefined }

/** Records a user's change of their own access. */
export const recordOwn = (
  action: 'user.joined' | 'user.passkey_added' | 'user.sessions_ended',
  session: Session,
  now: Date,
): Transaction<void> => {
  const { seller, user } = session
  const actor = actorOf(session)
  return recordChange({ seller_id: seller.id, actor, action, target: user.id, now })
}

function* joined(
  token: string,
  { user: { seller_id, id } }: OpenInvitation,
  { credential, challenge, name, personName, device, locale, mails, now }: Joined,
): Transaction<CeremonyResult<NewSession>> {
  yield* lockSeller({ id: seller_id })
  yield* lockUser({ seller_id, id })
  const invitation = yield* openInvitation(token, now)
  if (!invitation) return { refused: 'invitation_ended' }
  const { user } = invitation
  const passkey = yield* addNewPasskey(user, credential, { name, now })
  if (typeof passkey === 'string') return { refused: passkey }
  yield* endInvitation(user)
  const isNew = user.status === 'invited'
  const called = trimmedName(personName ?? '').slice(0, NAME_LENGTH) || user.name
  const active = { ...user, name: called, status: 'active' as const }
  const changed =
    isNew || called !== user.name ? { ...active, updated_at: now.toISOString() } : active
  const begun = yield* beginSession(changed, { challenge, device, passkey, locale, now })
  if (!begun) throw new Error('The challenge of an invitation has begun a session before.')
  yield* recordOwn('user.joined', begun.session, now)
  const by = actorOf(begun.session)
  if (!isNew) yield* mails.passkeyAdded(passkey, by, now)
  else if (user.role === 'owner') yield* mails.ownerJoined(user, by, now)
  return begun
}

/** Uses an invitation: stores the passkey, and signs its user in. */
export async function join(
  db: QueryRunner,
  party: RelyingParty,
  {
    token,
    userAgent,
    locale,
    personName,
    mails,
    ...creation
  }: Joining & Telling & { token: string },
): Promise<CeremonyResult<NewSession>> {
  const { now, name } = creation
  const key = keyOfToken(token)
  if (!key) return { refused: 'invitation_ended' }
  const invitation = await db.read(() => openInvitation(token, now))
  if (!invitation) return { refused: 'invitation_ended' }
  const { credential, challenge, refused } = await credentialOf(party, creation, joining(key.id))
  if (refused !== undefined) return { refused }
  const device = deviceOf(userAgent)
  const passkey = { credential, challenge, name, now }
  return db.run(() => joined(token, invitation, { ...passkey, personName, device, locale, mails }))
}

/** Asks for another passkey of a user who is signed in. */
export async function addPasskeyOptions(
  db: QueryRunner,
  party: RelyingParty,
  { session, now }: { session: Session; now: Date },
): Promise<CreationOptions> {
  const user = { seller_id: session.seller.id, ...session.user }
  const passkeys = await db.read(() => passkeysOf(user.seller_id, [user.id]))
  return creationOptions(party, { ...adding(session, passkeys), now }, { user, passkeys })
}

function* added(
  session: Session,
  aim: Aim,
  { credential, challenge, name, mails, now }: CreatedPasskey & Telling,
): Transaction<CeremonyResult<{ passkey: Passkey }>> {
  const seller_id = session.seller.id
  const key = { seller_id, id: session.user.id }
  yield* lockSeller({ id: seller_id })
  yield* lockUser(key)
  const { row, refused } = yield* openSession({ seller_id, id: session.id }, now)
  if (refused !== undefined) return { refused }
  const passkeys = yield* passkeysOf(seller_id, [key.id])
  if (adding(session, passkeys).context !== aim.context) return { refused: 'wrong_challenge' }
  if (!(yield* useChallenge(row, { challenge, now }))) return { refused: 'challenge_used' }
  const passkey = yield* addNewPasskey(key, credential, { name, now })
  if (typeof passkey === 'string') return { refused: passkey }
  yield* recordOwn('user.passkey_added', session, now)
  yield* mails.passkeyAdded(passkey, actorOf(session), now)
  return { passkey }
}

/** Stores another passkey of a user who is signed in. */
export async function addPasskey(
  db: QueryRunner,
  party: RelyingParty,
  { session, mails, ...creation }: NewPasskey & Telling & { session: Session },
): Promise<CeremonyResult<{ passkey: Passkey }>> {
  const { now, name } = creation
  const aim = adding(session, await db.read(() => passkeysOf(session.seller.id, [session.user.id])))
  const { credential, challenge, refused } = await credentialOf(party, creation, aim)
  if (refused !== undefined) return { refused }
  return db.run(() => added(session, aim, { credential, challenge, name, mails, now }))
}
