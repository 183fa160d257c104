/**
 * The relying party of WebAuthn: its requests to authenticators, and the checks of their responses.
 */
import { createPublicKey } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Vault } from '../identity/vault.ts'
import { CHALLENGE_LIFETIME_MS, isChallenge, newChallenge } from '../identity/challenges.ts'
import type { Aim } from '../identity/challenges.ts'
import type { NewCredential, Passkey } from './passkeys.ts'
import { CREDENTIAL_ID_LENGTH, userHandle } from './responses.ts'
import type { Assertion, ClientData, Registration, Transport } from './responses.ts'
import type { User } from '../identity/userRows.ts'

const NAME = 'Balcão'

/** EdDSA, ES256 and RS256, which every supported version of Node.js verifies. */
const ALGORITHMS = [-8, -7, -257]

/** Bytes of a public key: one of RSA with 4,096 bits has about 530. */
const PUBLIC_KEY_BYTES = 1_024

/** Domain and origin of the passkeys, and the vault that signs their challenges. */
export type RelyingParty = {
  /** The domain. */
  id: string
  origin: string
  vault: Vault
}

/** Why a response is refused: for the log, not for the user. */
export type Refusal =
  | 'malformed_response'
  | 'wrong_challenge'
  | 'challenge_used'
  | 'wrong_origin'
  | 'unknown_passkey'
  | 'unverified_response'
  | 'counter_regressed'
  | 'assertion_replayed'
  | 'seller_suspended'
  | 'user_not_active'
  | 'session_unknown'
  | 'session_ended'
  | 'session_expired'
  | 'invitation_ended'
  | 'passkey_limit_reached'
  | 'passkey_known'

/** The result, or why it was refused. */
export type CeremonyResult<Result extends object> =
  | (Result & { refused?: undefined })
  | ({ [Name in keyof Result]?: undefined } & { refused: Refusal })

export type RequestOptions = PublicKeyCredentialRequestOptionsJSON
export type CreationOptions = PublicKeyCredentialCreationOptionsJSON

type ChallengeRequest = Aim & { now: Date }
type PasskeyEntry = Pick<Passkey, 'credential_id' | 'transports'>

const descriptors = (passkeys: PasskeyEntry[]) =>
  passkeys.map(({ credential_id: id, transports }) => ({
    id,
    type: 'public-key' as const,
    transports: transports as Transport[],
  }))

/** @param passkeys those that may answer; none leaves the choice to the authenticator */
export const requestOptions = (
  { id, vault }: RelyingParty,
  { now, ...aim }: ChallengeRequest,
  passkeys: PasskeyEntry[] = [],
): RequestOptions => ({
  challenge: newChallenge(vault, aim, now),
  rpId: id,
  timeout: CHALLENGE_LIFETIME_MS,
  userVerification: 'required',
  allowCredentials: descriptors(passkeys),
})

/** @param passkeys those that the user has already */
export const creationOptions = (
  { id, vault }: RelyingParty,
  { now, ...aim }: ChallengeRequest,
  { user, passkeys }: { user: Pick<User, 'seller_id' | 'id' | 'email'>; passkeys: PasskeyEntry[] },
): CreationOptions => ({
  challenge: newChallenge(vault, aim, now),
  rp: { id, name: NAME },
  user: { id: userHandle(user), name: user.email, displayName: user.email },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
  timeout: CHALLENGE_LIFETIME_MS,
  attestation: 'none',
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  excludeCredentials: descriptors(passkeys),
})

/** Checks a response before any row is read or any signature verified. */
export function faultOfClientData(
  { origin, vault }: RelyingParty,
  clientData: ClientData,
  { now, ...aim }: ChallengeRequest,
): Refusal | undefined {
  if (!isChallenge(vault, clientData.challenge, aim, now)) return 'wrong_challenge'
  // A page of another site must not show ours in a frame.
  return clientData.origin === origin && !clientData.crossOrigin ? undefined : 'wrong_origin'
}

/**
 * Verifies the signature of a passkey. @returns its counter, or undefined when the signature is
 * wrong
 */
export async function verifiedCounter(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { id, clientDataJSON, clientData, authenticatorData, signature }: Assertion,
  { public_key }: Passkey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: clientData.challenge,
      expectedOrigin,
      expectedRPID,
      // The counter is compared by `countedUse`, under a lock.
      credential: { id, publicKey: Buffer.from(public_key, 'base64url'), counter: 0 },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws for each fault of what was sent.
    return undefined
  }
}

/**
 * True when an attestation names no certificate. None is requested, and to check one the library
 * would ask the address in it whether it is revoked: an address that the sender chooses.
 */
async function isWithoutCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'))
  const format = decoded.get('fmt')
  if (format === 'none') return true
  return format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
}

type CoseKey = { get(label: number): unknown }

const text = (value: unknown) => Buffer.from(value as Uint8Array).toString('base64url')

/** The key types of COSE (RFC 9053 §7) that sign by one of ALGORITHMS. */
const keyTypes: Record<number, (key: CoseKey) => JsonWebKey> = {
  1: (key) => ({ kty: 'OKP', crv: 'Ed25519', x: text(key.get(-2)) }),
  2: (key) => ({ kty: 'EC', crv: 'P-256', x: text(key.get(-2)), y: text(key.get(-3)) }),
  3: (key) => ({ kty: 'RSA', n: text(key.get(-1)), e: text(key.get(-2)) }),
}

/**
 * Imports a public key, which the library does at its first signature only: a key that was cut off
 * would have used the invitation up for nothing.
 *
 * @throws when no signature of such a key could be verified
 */
async function requireKey(publicKey: Uint8Array<ArrayBuffer>): Promise<void> {
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers')
  const key: CoseKey = decodeCredentialPublicKey(publicKey)
  const jwk = keyTypes[Number(key.get(1))]?.(key)
  if (!jwk) throw new Error('The key is of no known type.')
  createPublicKey({ key: jwk, format: 'jwk' })
}

/** Verifies the credential that an authenticator has made; undefined when it is wrong. */
export async function verifiedCredential(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { id, clientDataJSON, clientData, attestationObject, transports }: Registration,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    if (!(await isWithoutCertificate(attestationObject))) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: clientData.challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return undefined
    const { id: credential_id, publicKey, counter } = registrationInfo.credential
    const isBounded =
      credential_id.length <= CREDENTIAL_ID_LENGTH && publicKey.length <= PUBLIC_KEY_BYTES
    if (!isBounded || credential_id !== id) return undefined
    await requireKey(publicKey)
    const public_key = Buffer.from(publicKey).toString('base64url')
    return { credential_id, public_key, counter, transports }
  } catch {
    // The library throws for each fault of what was sent.
    return undefined
  }
}
