import { BankError } from '../domain/pix/bank/provider.ts'
import { bankAddress, DEFAULT_CITY, faultOfAddresses } from '../domain/pix/bankSettings.ts'
import { isRefusal } from '../domain/pix/bankStanding.ts'
import { bankView } from '../domain/pix/bankView.ts'
import { connectAtBank, profileAt } from '../domain/pix/connecting.ts'
import { ConnectionChanged, ConnectionLimitReached } from '../domain/pix/renewal.ts'
import { ParsingEnded } from '../runtime/parserPool.ts'
import type { Identity } from '../domain/pix/bank/mtls.ts'
import { bankTrial } from './support/bankTrial.ts'
import type { Handler, Input } from './support/handler.ts'

type Id = 'connectBank'

/** The certificate and the key as they are kept. Reading them costs what the caller chooses. */
async function identityOf(input: Input<Id>, given: Identity): Promise<Identity> {
  const { fail, seller, service } = input
  try {
    const { identity, fault } = await service.parsers.run(seller.id, 'readIdentity', given)
    if (fault) throw fail(fault.code, fault.param)
    return identity
  } catch (error) {
    if (error instanceof ParsingEnded) throw fail('invalid_certificate', 'certificate')
    throw error
  }
}

/** Why a bank was not connected, as it is answered. */
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

export const connectBank: Handler<Id> = async (input) => {
  const { actor, body, db, fail, now, seller, service } = input
  const { callbacks, certificate, private_key, authority = null, ...given } = body
  const { vault, baseUrl } = service
  const url = bankAddress(body.url) ?? body.url
  const token_url = bankAddress(body.token_url) ?? body.token_url
  const at = { seller_id: seller.id, url, token_url }
  const { profile, kept } = await profileAt({ db, vault }, at)
  const open = {
    ...given,
    url,
    token_url,
    ...profile,
    pix_key: body.pix_key.trim(),
    city: body.city?.trim() ?? DEFAULT_CITY,
    public_only: service.mode === 'live',
  }
  const fault = faultOfAddresses(open)
  if (fault) throw fail(fault.code, fault.param)
  const connection = await bankTrial(input, async (options) => {
    const identity = await identityOf(input, { certificate, private_key, authority })
    const settings = { ...open, ...identity }
    const bank = { seller_id: seller.id, settings, kept, callbacks, actor, now }
    return connectAtBank({ db, vault, baseUrl }, bank, options)
  }).catch((error: unknown) => {
    throw refusalOf(error, input)
  })
  return { status: 200, body: bankView(connection, service, now) }
}
