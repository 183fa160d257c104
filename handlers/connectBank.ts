import { BankError } from '../domain/pix/bank/provider.ts'
import { bankAddress, DEFAULT_CITY, faultOfSettings } from '../domain/pix/bankSettings.ts'
import { isRefusal } from '../domain/pix/bankStanding.ts'
import { bankView } from '../domain/pix/bankView.ts'
import { connectAtBank, profileAt } from '../domain/pix/connecting.ts'
import { ConnectionChanged, ConnectionLimitReached } from '../domain/pix/renewal.ts'
import { bankTrial } from './support/bankTrial.ts'
import type { Handler } from './support/handler.ts'

export const connectBank: Handler<'connectBank'> = async (input) => {
  const { actor, body, db, fail, now, seller, service } = input
  const { callbacks, ...given } = body
  const { authority = null } = given
  const { vault, baseUrl } = service
  const url = bankAddress(body.url) ?? body.url
  const token_url = bankAddress(body.token_url) ?? body.token_url
  const at = { seller_id: seller.id, url, token_url }
  const { profile, kept } = await profileAt({ db, vault }, at)
  const settings = {
    ...given,
    url,
    token_url,
    ...profile,
    authority,
    pix_key: body.pix_key.trim(),
    city: body.city?.trim() ?? DEFAULT_CITY,
    public_only: service.mode === 'live',
  }
  const fault = faultOfSettings(settings)
  if (fault) throw fail(fault.code, fault.param)
  const bank = { seller_id: seller.id, settings, kept, callbacks, actor, now }
  const failed = (error: unknown) => {
    if (error instanceof ConnectionLimitReached) throw fail('bank_connection_limit_reached')
    if (error instanceof ConnectionChanged) {
      const changed = fail('service_unavailable')
      changed.headers['Retry-After'] = '1'
      throw changed
    }
    if (!(error instanceof BankError)) throw error
    // The bank's own words stand behind ours.
    throw isRefusal(error)
      ? fail('bank_refused', undefined, `O banco recusou: ${error.message}`)
      : fail('bank_unavailable', undefined, `O banco não responde: ${error.message}`)
  }
  const connection = await bankTrial(input, (options) =>
    connectAtBank({ db, vault, baseUrl }, bank, options),
  ).catch(failed)
  return { status: 200, body: bankView(connection, service, now) }
}
