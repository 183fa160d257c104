import type { ParseAnswer } from './answerFields.ts'
import { MtlsClient } from './mtls.ts'
import type { BankTransport, Identity, MtlsOptions } from './mtls.ts'

/** Address of a bank, and our credentials there. */
export type BankSettings = Identity & {
  url: string
  token_url: string
  client_id: string
  client_secret: string
  pix_key: string
  city: string
  /** The name of its profile, and the seller's values for it. */
  profile: string
  profile_values: Record<string, string>
  /** The bank is reached at public addresses only, because a caller of the API has named it. */
  public_only: boolean
}

/**
 * `GET /pix` lists 100 transfers a page. A bank that filters by txid needs one page; for one that
 * does not, this bounds the requests that one check of a charge may cost.
 */
export const MAX_PAGES = 20

export const mutualTls = (identity: Identity, options: MtlsOptions): BankTransport =>
  new MtlsClient(identity, options)

export type BankOptions = MtlsOptions & {
  /** Sends the requests; by mutual TLS unless another is given. */
  transportOf?: typeof mutualTls
  /** Parses the responses; in the calling thread unless another is given. */
  parse?: ParseAnswer
}
