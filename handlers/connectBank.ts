import { withTrimmedCredentials } from '../domain/pix/bank/credentials.ts'
import { faultOfValues, findProfile, profileNamed } from '../domain/pix/bank/profiles.ts'
import type { BankProfile } from '../domain/pix/bank/profiles.ts'
import { BankError } from '../domain/pix/bank/provider.ts'
import {
  bankAddress,
  DEFAULT_CITY,
  faultOfAddresses,
} from '../domain/pix/connections/bankSettings.ts'
import { isRefusal } from '../domain/pix/connections/bankStanding.ts'
import { bankView } from '../domain/pix/rounds/bankView.ts'
import { connectAtBank, profileAt } from '../domain/pix/connections/connecting.ts'
import { ConnectionChanged, ConnectionLimitReached } from '../domain/pix/connections/renewal.ts'
import { ParsingEnded } from '../runtime/parserPool.ts'
import type { Identity } from '../domain/pix/bank/mtls.ts'
import { bankTrial } from './support/bankTrial.ts'
import type { TrialServices } from './support/bankTrial.ts'
import type { Handler, Input } from './support/handler.ts'

type Id = 'connectBank'
type Body = Input<Id>['body']

/**
 * The certificate and the key as they are stored. The caller chooses how much it costs to read
 * them, so a thread reads them.
 */
async function identityOf(input: Input<Id, 'parsers'>): Promise<Identity> {
  const { body, fail, seller } = input
  const { certificate = '', private_key = '', authority = null } = body
  const { pkcs12, pkcs12_password: password = '' } = body
  const { parsers } = input.service
  try {
    const { identity, fault } =
      pkcs12 === undefined
        ? await parsers.run(seller.id, 'readIdentity', { certificate, private_key, authority })
        : await parsers.run(seller.id, 'readP12Identity', { pkcs12, password, authority })
    if (fault) throw fail(fault.code, fault.param)
    return identity
  } catch (error) {
    if (!(error instanceof ParsingEnded)) throw error
    throw pkcs12 === undefined
      ? fail('invalid_certificate', 'certificate')
      : fail('pkcs12_iterations_exceeded', 'pkcs12')
  }
}

/** The fields that a bank needs, and that its profile does not give. */
function* fieldsNeeded({ url, token_url, ...profile }: BankProfile, body: Body) {
  const { authentication, capabilities } = profile
  if (url === null) yield 'url' as const
  if (token_url === null) yield 'token_url' as const
  if (authentication !== 'key') yield 'client_id' as const
  if (authentication !== 'certificate') yield 'client_secret' as const
  if (!capabilities.takesCertificate || body.pkcs12 !== undefined) return
  yield 'certificate' as const
  yield 'private_key' as const
}

/** The fields that would not be used, if they are given. */
function* fieldsUnused({ authentication, capabilities }: BankProfile, body: Body) {
  if (authentication === 'certificate') yield 'client_secret' as const
  if (!capabilities.takesCertificate) yield* ['certificate', 'private_key', 'pkcs12'] as const
  if (body.pkcs12 !== undefined) yield* ['certificate', 'private_key'] as const
  else yield 'pkcs12_password' as const
}

/** @throws ApiError when a field is missing, or cannot be used with this bank */
function requireFields(profile: BankProfile, { body, fail }: Input<Id>): void {
  for (const name of fieldsNeeded(profile, body)) {
    if (body[name] === undefined) {
      throw fail('invalid_request', name, `${name}: é obrigatório para este banco.`)
    }
  }
  for (const name of fieldsUnused(profile, body)) {
    if (body[name] !== undefined) {
      throw fail('invalid_request', name, `${name}: não se usa com este banco, ou com o resto.`)
    }
  }
}

/** The settings but for the identity, checked. */
async function openSettingsOf(input: Input<Id, 'mode' | 'vault'>) {
  const { body, db, fail, seller, service } = input
  const { vault } = service
  const asked = body.profile === undefined ? undefined : findProfile(body.profile)
  if (body.profile !== undefined && !asked) throw fail('unknown_bank_profile', 'profile')
  const address = (name: 'url' | 'token_url') =>
    body[name] === undefined ? undefined : (bankAddress(body[name]) ?? body[name])
  const addresses = { url: address('url'), token_url: address('token_url') }
  const connection = await profileAt(
    { db, vault },
    { seller_id: seller.id, profile: asked, ...addresses },
  )
  const profile = profileNamed(connection.profile.profile)
  requireFields(profile, input)
  const { pix_key, client_id = '', client_secret = '' } = body
  const { profile_values = connection.profile.profile_values } = body
  const trimmed = withTrimmedCredentials({ pix_key, client_id, client_secret, profile_values })
  const wrong = faultOfValues(profile, trimmed)
  if (wrong) throw fail('invalid_profile_value', wrong.param)
  const open = {
    url: addresses.url ?? profile.url ?? '',
    token_url: addresses.token_url ?? profile.token_url ?? '',
    ...trimmed,
    profile: profile.name,
    city: body.city?.trim() ?? DEFAULT_CITY,
    public_only: service.mode === 'live',
  }
  const fault = faultOfAddresses(open)
  if (fault) throw fail(fault.code, fault.param)
  return { open, kept: connection.kept }
}

/** The error with which a failed connection to a bank is answered. */
function refusalOf(error: unknown, { fail }: Input<Id>): unknown {
  if (error instanceof ConnectionLimitReached) return fail('bank_connection_limit_reached')
  if (error instanceof ConnectionChanged) {
    const changed = fail('service_unavailable')
    changed.headers['Retry-After'] = '1'
    return changed
  }
  if (!(error instanceof BankError)) return error
  // The bank's own words stand behind ours.
  return isRefusal(error)
    ? fail('bank_refused', undefined, `O banco recusou: ${error.message}`)
    : fail('bank_unavailable', undefined, `O banco não responde: ${error.message}`)
}

export const connectBank: Handler<
  Id,
  TrialServices | 'baseUrl' | 'mails' | 'mode' | 'parsers' | 'rail' | 'vault'
> = async (input) => {
  const { actor, body, db, now, seller, service } = input
  const { account, callbacks } = body
  const { vault, baseUrl } = service
  const { open, kept } = await openSettingsOf(input)
  const connection = await bankTrial(input, async (options) => {
    const settings = { ...open, ...(await identityOf(input)) }
    const { mails } = service
    const bank = { seller_id: seller.id, settings, account, kept, callbacks, actor, mails, now }
    return connectAtBank({ db, vault, baseUrl }, bank, options)
  }).catch((error: unknown) => {
    throw refusalOf(error, input)
  })
  const of = { seller_id: seller.id, connection }
  return { status: 200, body: await db.read(() => bankView(of, service, now)) }
}
