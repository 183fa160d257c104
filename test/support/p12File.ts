/** A PKCS#12 file (RFC 7292) as banks hand it out, encrypted as OpenSSL 1 and Java do it. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import forge from 'node-forge'

const { asn1, pki } = forge
type Node = forge.asn1.Asn1

const DATA = '1.2.840.113549.1.7.1'
const KEY_BAG = '1.2.840.113549.1.12.10.1.2'
const CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3'
const X509 = '1.2.840.113549.1.9.22.1'
const SHA1 = '1.3.14.3.2.26'
const ITERATIONS = 2048

const { SEQUENCE, OCTETSTRING, OID, INTEGER, NULL } = asn1.Type
const { UNIVERSAL, CONTEXT_SPECIFIC } = asn1.Class

const sequence = (...nodes: Node[]) => asn1.create(UNIVERSAL, SEQUENCE, true, nodes)
const octets = (bytes: string) => asn1.create(UNIVERSAL, OCTETSTRING, false, bytes)
const oid = (id: string) => asn1.create(UNIVERSAL, OID, false, asn1.oidToDer(id).getBytes())
const tagged = (node: Node) => asn1.create(CONTEXT_SPECIFIC, 0 as never, true, [node])
const integer = (value: number) =>
  asn1.create(UNIVERSAL, INTEGER, false, asn1.integerToDer(value).getBytes())
const bytesOf = (node: Node) => asn1.toDer(node).getBytes()
const content = (node: Node) => sequence(oid(DATA), tagged(octets(bytesOf(node))))

/** @param pair certificate and private key in PEM; node-forge itself writes RSA only */
export function p12File(
  pair: { certificate: string; private_key: string },
  password: string,
): Buffer<ArrayBuffer> {
  const der = createPrivateKey(pair.private_key).export({ format: 'der', type: 'pkcs8' })
  const key = asn1.fromDer(der.toString('latin1'))
  const shrouded = pki.encryptPrivateKeyInfo(key, password, { algorithm: '3des' })
  const certificate = new X509Certificate(pair.certificate).raw.toString('latin1')
  const certificates = sequence(oid(X509), tagged(octets(certificate)))
  const safe = bytesOf(
    sequence(
      content(sequence(sequence(oid(CERTIFICATE_BAG), tagged(certificates)))),
      content(sequence(sequence(oid(KEY_BAG), tagged(shrouded as Node)))),
    ),
  )
  const salt = forge.random.getBytesSync(8)
  const mac = forge.hmac.create()
  const saltBuffer = forge.util.createBuffer(salt)
  const { generateKey } = forge.pkcs12 as unknown as {
    generateKey: (...of: unknown[]) => forge.util.ByteStringBuffer
  }
  mac.start(forge.md.sha1.create(), generateKey(password, saltBuffer, 3, ITERATIONS, 20))
  mac.update(safe)
  const algorithm = sequence(oid(SHA1), asn1.create(UNIVERSAL, NULL, false, ''))
  const digest = sequence(algorithm, octets(mac.digest().getBytes()))
  const whole = sequence(
    integer(3),
    sequence(oid(DATA), tagged(octets(safe))),
    sequence(digest, octets(salt), integer(ITERATIONS)),
  )
  return Buffer.from(bytesOf(whole), 'latin1')
}
