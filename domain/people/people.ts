/** People on the dashboard: how they join, sign in and confirm, as its pages call it. */
import { lockHead } from '../audit/heads.ts'
import { DatabaseUnavailable } from '../../db/database.ts'
import type { QueryRunner } from '../../db/database.ts'
import { lockSeller } from '../identity/sellerRows.ts'
import type { Vault } from '../identity/vault.ts'
import type { AccountNotices } from '../identity/accountNotices.ts'
import * as joining from './joining.ts'
import type { Joining, NewPasskey } from './joining.ts'
import { endSession, sessionIdOf, sessionsOf } from '../identity/sessionRows.ts'
import { endSessionsOf, openSession, ownSessions, readSession } from './sessions.ts'
import type { Session } from './sessions.ts'
import * as signing from './signIn.ts'
import type { SignIn } from './signIn.ts'
import { setUserLocale } from '../identity/userRows.ts'
import type { CeremonyResult, RelyingParty } from './webauthn.ts'

export type { OwnSession, Session } from './sessions.ts'

/**
 * Input from a browser (tokens, responses, names) is unchecked: wrong input is refused, and nothing
 * is thrown. `refused` is a reason for the log.
 */
export class People {
  readonly #party: RelyingParty
  readonly #mails: AccountNotices

  /** @param baseUrl the public address, whose host passkeys belong to */
  constructor({ vault, baseUrl, mails }: { vault: Vault; baseUrl: string; mails: AccountNotices }) {
    this.#mails = mails
    const { hostname, origin } = new URL(baseUrl)
    this.#party = { id: hostname, origin, vault }
  }

  readSession(db: QueryRunner, token: string, now: Date) {
    return readSession(db, token, now)
  }

  /** Keeps the language in which the user of a session sees the pages, when it is another one. */
  async keepLocale(db: QueryRunner, session: Session, locale: string): Promise<void> {
    if (session.locale === locale) return
    const { seller, user } = session
    // Pages are shown even when nothing can be written.
    await db
      .run(() => setUserLocale({ seller_id: seller.id, id: user.id, locale }))
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable)) throw error
      })
  }

  async signInOptions(now: Date) {
    return signing.signInOptions(this.#party, now)
  }

  signIn(db: QueryRunner, response: unknown, by: Omit<SignIn, 'response'>) {
    return signing.signIn(db, this.#party, { response, ...by })
  }

  /**
   * Ends a session. Its work under way is done before this, or not at all: a change locks the
   * seller, or the end of the audit trail, and then checks that the session is still there.
   */
  async endSession(db: QueryRunner, { id, seller }: Session, now: Date): Promise<void> {
    const seller_id = seller.id
    await db.run(function* () {
      yield* lockSeller({ id: seller_id })
      yield* endSession({ seller_id, id }, now)
      yield* lockHead({ seller_id })
    })
  }

  /** The sessions of the user, this one among them. */
  async ownSessions(db: QueryRunner, session: Session, now: Date) {
    return db.read(() => ownSessions(session, now))
  }

  /**
   * Ends one session of the user, as `endSession` ends this one.
   *
   * @param id as `ownSessions` names it; any text
   */
  endOwnSession(
    db: QueryRunner,
    session: Session,
    { id, now }: { id: string; now: Date },
  ): Promise<CeremonyResult<object>> {
    const user = { ...session.user, seller_id: session.seller.id }
    return db.run(function* () {
      yield* lockSeller({ id: user.seller_id })
      const { refused } = yield* openSession({ seller_id: user.seller_id, id: session.id }, now)
      if (refused !== undefined) return { refused }
      const ended = (yield* sessionsOf(user)).find((row) => sessionIdOf(row) === id)
      if (!ended) return { refused: 'session_unknown' as const }
      yield* endSession(ended, now)
      yield* joining.recordOwn('user.sessions_ended', session, now)
      return {}
    })
  }

  /** Ends all sessions of the user but this one, as `endSession` ends one. */
  endOtherSessions(db: QueryRunner, session: Session, now: Date): Promise<CeremonyResult<object>> {
    const user = { ...session.user, seller_id: session.seller.id }
    return db.run(function* () {
      yield* lockSeller({ id: user.seller_id })
      const key = { seller_id: user.seller_id, id: session.id }
      const { refused } = yield* openSession(key, now)
      if (refused !== undefined) return { refused }
      yield* endSessionsOf(user, now, { except: session.id })
      yield* joining.recordOwn('user.sessions_ended', session, now)
      return {}
    })
  }

  readInvitation(db: QueryRunner, token: string, now: Date) {
    return joining.readInvitation(db, token, now)
  }

  joinOptions(db: QueryRunner, token: string, now: Date) {
    return joining.joinOptions(db, this.#party, { token, now })
  }

  join(db: QueryRunner, token: string, creation: Joining) {
    return joining.join(db, this.#party, { token, mails: this.#mails, ...creation })
  }

  addPasskeyOptions(db: QueryRunner, session: Session, now: Date) {
    return joining.addPasskeyOptions(db, this.#party, { session, now })
  }

  addPasskey(db: QueryRunner, session: Session, creation: NewPasskey) {
    return joining.addPasskey(db, this.#party, { session, mails: this.#mails, ...creation })
  }

  confirmOptions(db: QueryRunner, session: Session, action: string, now: Date) {
    return signing.confirmOptions(db, this.#party, { session, action, now })
  }

  /** @returns true once for an assertion over exactly this action */
  confirm(db: QueryRunner, session: Session, action: string, response: unknown, now: Date) {
    return signing.confirm(db, this.#party, { session, action, response, now })
  }
}
