/** Reads what a browser sends of an authenticator, once its form and its size are checked. */
import { canonicalBytes, idOfBytes, sellerOfBytes, uuidBytes } from '../identity/sellerToken.ts'
import type { UserKey } from '../identity/userRows.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'

/** The longest credential id (WebAuthn Level 3, §4), 1,023 bytes, in base64url. */
export const CREDENTIAL_ID_LENGTH = 1_364

/** Characters of each other text, and of an attestation, which holds a key. */
const TEXT_LENGTH = 4_096
const ATTESTATION_LENGTH = 16_384

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
export type Transport = (typeof TRANSPORTS)[number]

const UUID_BYTES = 16
const base64url = /^[\w-]+$/

/**
 * The data that the authenticator has signed, as the browser reports it (WebAuthn,
 * CollectedClientData).
 */
export type ClientData = { type: string; challenge: string; origin: string; crossOrigin: boolean }

type SignedResponse = { id: string; clientDataJSON: string; clientData: ClientData }

/** The answer to a request for a signature. */
export type Assertion = SignedResponse & {
  authenticatorData: string
  signature: string
  userHandle: string | undefined
}

/** The answer to a request for a new passkey. */
export type Registration = SignedResponse & { attestationObject: string; transports: Transport[] }

type Members = Record<string, unknown>

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {}

/** A text in base64url; undefined for anything else. */
function encoded(value: unknown, length = TEXT_LENGTH): string | undefined {
  const isText = typeof value === 'string' && value.length <= length
  return isText && base64url.test(value) ? value : undefined
}

function clientDataOf(encodedJson: string): ClientData | undefined {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(encodedJson, 'base64url').toString())
  } catch {
    return undefined
  }
  const { type, challenge, origin, crossOrigin } = membersOf(value)
  const isRead = [type, challenge, origin].every((member) => typeof member === 'string')
  if (!isRead) return undefined
  return {
    type: type as string,
    challenge: challenge as string,
    origin: origin as string,
    crossOrigin: crossOrigin !== undefined && crossOrigin !== false,
  }
}

/** Reads the fields that both responses have, and returns their other members unread. */
function signedOf(value: unknown): (SignedResponse & { members: Members }) | undefined {
  const { id: credentialId, rawId, type, response } = membersOf(value)
  const members = membersOf(response)
  const id = encoded(credentialId, CREDENTIAL_ID_LENGTH)
  const clientDataJSON = encoded(members['clientDataJSON'])
  const clientData = clientDataJSON === undefined ? undefined : clientDataOf(clientDataJSON)
  if (id === undefined || id !== rawId || type !== 'public-key') return undefined
  return clientDataJSON !== undefined && clientData
    ? { id, clientDataJSON, clientData, members }
    : undefined
}

/** @returns undefined when the value is no assertion, or too large for one */
export function readAssertion(value: unknown): Assertion | undefined {
  const { members, ...signed } = signedOf(value) ?? {}
  const authenticatorData = encoded(members?.['authenticatorData'])
  const signature = encoded(members?.['signature'])
  if (!('id' in signed) || authenticatorData === undefined || signature === undefined) {
    return undefined
  }
  return { ...signed, authenticatorData, signature, userHandle: encoded(members?.['userHandle']) }
}

/** @returns undefined when the value is no registration, or too large for one */
export function readRegistration(value: unknown): Registration | undefined {
  const { members, ...signed } = signedOf(value) ?? {}
  const attestationObject = encoded(members?.['attestationObject'], ATTESTATION_LENGTH)
  if (!('id' in signed) || attestationObject === undefined) return undefined
  const transportNames = members?.['transports']
  const transports = Array.isArray(transportNames)
    ? TRANSPORTS.filter((transport) => transportNames.includes(transport))
    : []
  return { ...signed, attestationObject, transports }
}

/**
 * The user handle in a passkey, by which a sign-in finds the user with nothing typed: the UUIDs of
 * the seller and the user, in base64url.
 */
export const userHandle = ({ seller_id, id }: UserKey): string =>
  Buffer.concat([uuidBytes(seller_id), uuidBytes(id)]).toString('base64url')

/** The user of a handle, or undefined when the text is no handle. */
export function userOfHandle(handle: string | undefined): UserKey | undefined {
  const bytes = handle === undefined ? undefined : canonicalBytes(handle, [2 * UUID_BYTES])
  if (!bytes) return undefined
  return {
    seller_id: sellerOfBytes(bytes),
    id: idOfBytes(idPrefixes.users, bytes.subarray(UUID_BYTES)),
  }
}
