/**
 * Challenges for authenticators to sign. No row is written for a challenge, since its own signature
 * proves it: an unknown caller causes no write.
 */
import { canonicalBytes } from './sellerToken.ts'
import type { Vault } from './vault.ts'
import { secureRandom } from '../../runtime/random.ts'

/** How long a challenge can be answered. */
export const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000

const LABEL = 'balcao passkey challenge'
const NONCE_BYTES = 16
const TIME_BYTES = 6
const HEAD_BYTES = NONCE_BYTES + TIME_BYTES
const BYTES = HEAD_BYTES + 32

/** Purpose of a signature, and what it is bound to: an invitation, a session, an action. */
export type Aim = { purpose: 'sign-in' | 'join' | 'add' | 'confirm'; context: string }

const signed = (head: Buffer, { purpose, context }: Aim): Buffer =>
  Buffer.concat([head, Buffer.from(JSON.stringify([purpose, context]))])

/** A challenge in base64url: a nonce, its end, and a signature over both and what it is for. */
export function newChallenge(vault: Vault, aim: Aim, now: Date): string {
  const head = Buffer.alloc(HEAD_BYTES)
  head.set(secureRandom(NONCE_BYTES))
  head.writeUIntBE(now.getTime() + CHALLENGE_LIFETIME_MS, NONCE_BYTES, TIME_BYTES)
  return Buffer.concat([head, vault.sign(signed(head, aim), LABEL)]).toString('base64url')
}

/** When a challenge that has its form ends, in milliseconds. */
const endOf = (bytes: Buffer) => bytes.readUIntBE(NONCE_BYTES, TIME_BYTES)

/** True when the challenge is by this service, for this purpose, and not past its end. */
export function isChallenge(vault: Vault, challenge: string, aim: Aim, now: Date): boolean {
  const bytes = canonicalBytes(challenge, [BYTES])
  if (!bytes || endOf(bytes) <= now.getTime()) return false
  const head = bytes.subarray(0, HEAD_BYTES)
  return vault.hasSigned(signed(head, aim), bytes.subarray(HEAD_BYTES), LABEL)
}

/** True when the challenge can be answered no more, so that its use need not be recorded. */
export function isPast(challenge: string, now: Date): boolean {
  const bytes = canonicalBytes(challenge, [BYTES])
  return !bytes || endOf(bytes) <= now.getTime()
}
