/** Has the service read keys as it did before: OpenSSL imports them in the thread that serves. */
import { createPrivateKey } from 'node:crypto'
import type { IdentityRead } from '../../../domain/pix/bank/keys/identity.ts'
import type { Identity } from '../../../domain/pix/bank/mtls.ts'
import { ParserPool } from '../../../runtime/parserPool.ts'

Object.assign(ParserPool.prototype, {
  run: async (_: string, __: string, { private_key }: Identity): Promise<IdentityRead> => {
    createPrivateKey(private_key)
    return { fault: { code: 'invalid_certificate', param: 'private_key' } }
  },
})
