/* replaced at the merge */
import type { QueryRunner } from '../../db/database.ts'
import type { Role } from './roles.ts'
export type Session = {
  id: string
  seller: { id: string; name: string; default_currency: string }
  user: { id: string; email: string; role: Role }
  created_at: string
  expires_at: string
}
export type People = {
  readSession(db: QueryRunner, token: string, now: Date): Promise<Session | undefined>
  signInOptions(now: Date): Promise<object>
  signIn(
    db: QueryRunner,
    response: unknown,
    at: { now: Date },
  ): Promise<{ token: string; session: Session } | { refused: string }>
  endSession(db: QueryRunner, session: Session, now: Date): Promise<void>
  endOtherSessions(db: QueryRunner, session: Session, now: Date): Promise<void>
  readInvitation(
    db: QueryRunner,
    token: string,
    now: Date,
  ): Promise<{ email: string; role: Role; seller_name: string; user_id: string } | undefined>
  joinOptions(db: QueryRunner, token: string, now: Date): Promise<object | undefined>
  join(
    db: QueryRunner,
    token: string,
    of: { response: unknown; name: string; now: Date },
  ): Promise<{ token: string; session: Session } | { refused: string }>
  addPasskeyOptions(session: Session, now: Date): Promise<object>
  addPasskey(
    db: QueryRunner,
    session: Session,
    of: { response: unknown; name: string; now: Date },
  ): Promise<{ passkey: object } | { refused: string }>
  confirmOptions(db: QueryRunner, session: Session, action: string, now: Date): Promise<object>
  confirm(
    db: QueryRunner,
    session: Session,
    action: string,
    response: unknown,
    now: Date,
  ): Promise<boolean>
}
