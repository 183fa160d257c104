import type { AuditSeals, SealedPlace } from '../../db/auditChain.ts'
import type { Vault } from '../identity/vault.ts'

/** The label of the key, which is derived from SECRET_KEY for the audit trail alone. */
const LABEL = 'balcao audit trail'

/** Separates a seal from the name of its key, as in sealed texts. */
const NAME_MARK = '='

const bytesOf = ({ seller_id, sequence, hash }: SealedPlace): Buffer =>
  Buffer.from(JSON.stringify([seller_id, sequence, hash]))

/**
 * The seals of the audit trail's heads. The hash of a chain can be computed by anyone with write
 * access to the database; a seal cannot, since SECRET_KEY is not in it.
 */
export const sealsOf = (vault: Vault): AuditSeals => ({
  seal(place) {
    const mac = vault.sign(bytesOf(place), LABEL)
    return mac.toString('base64url') + NAME_MARK + vault.name
  },
  fits(seal, place) {
    const [mac = ''] = seal.split(NAME_MARK)
    return vault.hasSigned(bytesOf(place), Buffer.from(mac, 'base64url'), LABEL)
  },
  isKnown: (seal) => vault.hasKey(seal.split(NAME_MARK)[1] ?? ''),
  isCurrent: (seal) => vault.isCurrent(seal),
})
