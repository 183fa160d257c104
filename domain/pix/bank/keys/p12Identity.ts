/** Reads an identity whose certificate and key are in a PKCS#12 file. */
import { readIdentity } from './identity.ts'
import type { IdentityFault, IdentityRead } from './identity.ts'
import { readP12 } from './p12.ts'
import { TooManyIterations, WrongPassword } from './pbe.ts'

/** The file in base64, its password, and the bank's authority in PEM. */
export type P12Given = { pkcs12: string; password: string; authority: string | null }

const base64 = /^[A-Za-z\d+/]*={0,2}$/

const invalid = (param: IdentityFault['param']): IdentityRead => {
  return { fault: { code: 'invalid_pkcs12', param } }
}

export async function readP12Identity({
  pkcs12,
  password,
  authority,
}: P12Given): Promise<IdentityRead> {
  const text = pkcs12.replaceAll(/\s/g, '')
  if (!base64.test(text)) return invalid('pkcs12')
  try {
    const pair = await readP12(Buffer.from(text, 'base64'), password)
    const read = readIdentity({ ...pair, authority })
    return read.fault && read.fault.param !== 'authority' ? invalid('pkcs12') : read
  } catch (error) {
    if (error instanceof TooManyIterations) {
      return { fault: { code: 'pkcs12_iterations_exceeded', param: 'pkcs12' } }
    }
    return invalid(error instanceof WrongPassword ? 'pkcs12_password' : 'pkcs12')
  }
}
