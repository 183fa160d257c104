/** Signing in, and confirming an action, by a passkey. */
import { createHash } from 'node:crypto'
import type { QueryRunner } from '../../db/database.ts'
import type { Transaction } from '../../db/query.ts'
import { lockSeller, sellerById } from '../identity/sellerRows.ts'
import type { Aim } from '../identity/challenges.ts'
import { deviceOf } from './device.ts'
import { notePasskeyUse, passkeyByCredential, passkeysOf } from './passkeys.ts'
import type { Passkey } from './passkeys.ts'
import { readAssertion, userOfHandle } from './responses.ts'
import type { Assertion } from './responses.ts'
import { beginSession, openSession, useChallenge } from './sessions.ts'
import type { NewSession, Session } from './sessions.ts'
import { lockUser } from '../identity/userRows.ts'
import type { User, UserKey } from '../identity/userRows.ts'
import { faultOfClientData, requestOptions, verifiedCounter } from './webauthn.ts'
import type { CeremonyResult, RelyingParty, RequestOptions } from './webauthn.ts'

const SIGN_IN: Aim = { purpose: 'sign-in', context: '' }

/** A signature of one of the user's passkeys, and the counter that came with it. */
type Proof = { user: UserKey; passkey: Passkey; counter: number; challenge: string }

/** Verifies an assertion that names a passkey of this user. */
async function prove(
  db: QueryRunner,
  party: RelyingParty,
  assertion: Assertion,
  user: UserKey,
): Promise<CeremonyResult<{ proof: Proof }>> {
  const key = { seller_id: user.seller_id, credential_id: assertion.id }
  const [passkey] = await db.read(() => passkeyByCredential(key))
  if (passkey?.user_id !== user.id) return { refused: 'unknown_passkey' }
  const counter = await verifiedCounter(party, assertion, passkey)
  if (counter === undefined) return { refused: 'unverified_response' }
  return { proof: { user, passkey, counter, challenge: assertion.clientData.challenge } }
}

/**
 * Locks the user of a proof. The passkey that was verified may have ended meanwhile. A counter that
 * does not rise is that of a copy (WebAuthn Level 3, §6.1.1).
 */
function* provenUser({
  user,
  passkey: { seller_id, credential_id },
  counter,
}: Proof): Transaction<CeremonyResult<{ user: User }>> {
  const [locked] = yield* lockUser(user)
  if (locked?.status !== 'active') return { refused: 'user_not_active' }
  const [passkey] = yield* passkeyByCredential({ seller_id, credential_id })
  if (passkey?.user_id !== user.id) return { refused: 'unknown_passkey' }
  const counts = counter > 0 || passkey.counter > 0
  return counts && counter <= passkey.counter ? { refused: 'counter_regressed' } : { user: locked }
}

const noteUse = ({ passkey: { seller_id, id }, counter }: Proof, now: Date) =>
  notePasskeyUse({ seller_id, id, counter, now: now.toISOString() })

export const signInOptions = (party: RelyingParty, now: Date): RequestOptions =>
  requestOptions(party, { ...SIGN_IN, now })

/** Unchecked input of a sign-in from a browser. */
export type SignIn = {
  response: unknown
  userAgent?: string | undefined
  /** The language of the page. */
  locale: string
  now: Date
}

function* signedIn(
  proof: Proof,
  { userAgent, locale, now }: Omit<SignIn, 'response'>,
): Transaction<CeremonyResult<NewSession>> {
  const id = proof.user.seller_id
  yield* lockSeller({ id })
  const [seller] = yield* sellerById({ id })
  if (seller?.status !== 'active') return { refused: 'seller_suspended' }
  const { user, refused } = yield* provenUser(proof)
  if (refused !== undefined) return { refused }
  const { challenge, passkey } = proof
  const device = deviceOf(userAgent)
  const begun = yield* beginSession(user, { challenge, device, passkey, locale, now })
  if (!begun) return { refused: 'assertion_replayed' }
  yield* noteUse(proof, now)
  return begun
}

/** Signs in the user of a passkey. */
export async function signIn(
  db: QueryRunner,
  party: RelyingParty,
  { response, ...by }: SignIn,
): Promise<CeremonyResult<NewSession>> {
  const assertion = readAssertion(response)
  const user = userOfHandle(assertion?.userHandle)
  if (!assertion || !user) return { refused: 'malformed_response' }
  const fault = faultOfClientData(party, assertion.clientData, { ...SIGN_IN, now: by.now })
  if (fault) return { refused: fault }
  const { proof, refused } = await prove(db, party, assertion, user)
  return proof ? db.run(() => signedIn(proof, by)) : { refused }
}

/** Binds a confirmation to the session, and to exactly this action. */
const confirming = ({ id }: Session, action: string): Aim => ({
  purpose: 'confirm',
  context: `${id} ${createHash('sha256').update(action).digest('base64url')}`,
})

const userOf = ({ seller, user }: Session): UserKey => ({ seller_id: seller.id, id: user.id })

/** Asks for one of the user's own passkeys, to confirm an action. */
export async function confirmOptions(
  db: QueryRunner,
  party: RelyingParty,
  { session, action, now }: { session: Session; action: string; now: Date },
): Promise<RequestOptions> {
  const { seller_id, id } = userOf(session)
  const passkeys = await db.read(() => passkeysOf(seller_id, [id]))
  return requestOptions(party, { ...confirming(session, action), now }, passkeys)
}

/** Uses a proof up: the same one confirms nothing more. */
function* confirmed(proof: Proof, session: Session, now: Date): Transaction<boolean> {
  const { refused } = yield* provenUser(proof)
  if (refused !== undefined) return false
  const { row } = yield* openSession({ seller_id: session.seller.id, id: session.id }, now)
  if (!row || !(yield* useChallenge(row, { challenge: proof.challenge, now }))) return false
  yield* noteUse(proof, now)
  return true
}

/**
 * Verifies that a response confirms exactly this action, in this session.
 *
 * @returns true once for each response
 */
export async function confirm(
  db: QueryRunner,
  party: RelyingParty,
  {
    session,
    action,
    response,
    now,
  }: { session: Session; action: string; response: unknown; now: Date },
): Promise<boolean> {
  const assertion = readAssertion(response)
  const request = { ...confirming(session, action), now }
  if (!assertion || faultOfClientData(party, assertion.clientData, request)) return false
  const { proof } = await prove(db, party, assertion, userOf(session))
  return proof ? db.run(() => confirmed(proof, session, now)) : false
}
