import { bankProfiles } from '../domain/pix/bank/profiles.ts'
import type { BankProfile } from '../domain/pix/bank/profiles.ts'
import type { components } from '../generated/types.ts'
import { reading } from './support/handler.ts'

type Wire = components['schemas']['BankProfile']

const profileView = ({
  name,
  title,
  url,
  token_url,
  values,
  authentication,
  capabilities,
}: BankProfile): Wire => ({
  object: 'bank_profile',
  name,
  title,
  url,
  token_url,
  values: values.map(({ name, text, isRequired, isSecret = true }) => {
    return { name, text, required: isRequired, secret: isSecret }
  }),
  needs_client_id: authentication !== 'key',
  needs_secret: authentication !== 'certificate',
  needs_certificate: capabilities.takesCertificate,
})

/** It runs no statement: the banks are part of the program. */
export const listBankProfiles = reading<'listBankProfiles'>(function* () {
  const data = bankProfiles.map(profileView).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return { status: 200, body: { object: 'list', data, has_more: false, next_cursor: null } }
})
