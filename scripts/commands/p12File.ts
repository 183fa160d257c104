/** The certificate and its key in a PKCS#12 file (RFC 7292), as many banks hand them out. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { asn1 as Asn1, pkcs12 as Pkcs12 } from 'node-forge'

/** Both in PEM; the certificate is followed by those of its authorities that are in the file. */
export type Pair = { certificate: string; private_key: string }

const bagTypes = ['certBag', 'keyBag', 'pkcs8ShroudedKeyBag'] as const

/**
 * Opens the file. Node cannot, so `node-forge` does, loaded here alone.
 *
 * @throws Error when it is no such file, the password is wrong, or it has no certificate with its
 *   private key
 */
export async function readP12(bytes: Buffer, password: string): Promise<Pair> {
  const { default: forge } = await import('node-forge')
  const p12 = forge.pkcs12.pkcs12FromAsn1(
    forge.asn1.fromDer(bytes.toString('latin1')),
    false,
    password,
  )
  const [certBags, ...keyBags] = bagTypes.map((name) => {
    const bagType = forge.pki.oids[name] ?? ''
    return p12.getBags({ bagType })[bagType] ?? []
  })
  const derOf = (asn1: Asn1.Asn1) => Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1')
  // Forge reads RSA alone, and leaves what else there is as it stands in the file.
  const certificateOf = ({ cert, asn1 }: Pkcs12.Bag) =>
    new X509Certificate(derOf(cert ? forge.pki.certificateToAsn1(cert) : asn1))
  const keyOf = ({ key, asn1 }: Pkcs12.Bag) =>
    createPrivateKey({
      key: derOf(key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1),
      format: 'der',
      type: 'pkcs8',
    })
  return pairOf((certBags ?? []).map(certificateOf), keyBags.flat().map(keyOf))
}

function pairOf(certificates: X509Certificate[], keys: KeyObject[]): Pair {
  for (const key of keys) {
    const own = certificates.find((one) => one.checkPrivateKey(key))
    if (!own) continue
    const chain = [own, ...certificates.filter((one) => one !== own)]
    const private_key = key.export({ format: 'pem', type: 'pkcs8' }).toString()
    return { certificate: chain.join(''), private_key }
  }
  throw new Error('it has no certificate with its private key')
}
