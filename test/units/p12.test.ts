/**
 * PKCS#12 files, made by `openssl pkcs12 -export` with the algorithms of its versions 1 and 3, and
 * by `pk12util` of NSS 3.87, the library of Firefox.
 */
import assert from 'node:assert/strict'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { readP12 } from '../../domain/pix/bank/keys/p12.ts'
import { TooManyIterations, WrongPassword } from '../../domain/pix/bank/keys/pbe.ts'
import { context, integer, nothing, objectId, octets, sequence } from '../support/derWriter.ts'

const bytesOf = (name: string) => readFileSync(new URL(`p12/${name}`, import.meta.url))

for (const [name, password, kind, certificates] of [
  ['legacyRsa.p12', '', 'rsa', 2],
  ['modernEc.p12', 'segredo', 'ec', 1],
  ['accentsModern.p12', 'sénha', 'ec', 1],
  ['accentsLegacy.p12', 'açaí€', 'ec', 1],
  ['accentsMixed.p12', 'sénha', 'ec', 1],
  ['emojiSha512.p12', 'sénha😀', 'ec', 1],
  ['rc2Wide.p12', 'açaí€', 'ec', 1],
  ['withoutMac.p12', 'sénha', 'ec', 1],
  ['firefox.p12', 'açaí€', 'ec', 1],
] as const) {
  test(`${name} gives its key and its certificate, the key's own first`, async () => {
    const { certificate, private_key } = await readP12(bytesOf(name), password)
    const key = createPrivateKey(private_key)
    assert.equal(key.asymmetricKeyType, kind)
    // The first certificate of a chain in PEM is read.
    assert.ok(new X509Certificate(certificate).checkPrivateKey(key))
    assert.equal(certificate.match(/BEGIN CERTIFICATE/g)?.length, certificates)
  })
}

test('a file that cannot be opened, or has no key, is an error', async () => {
  await assert.rejects(readP12(bytesOf('modernEc.p12'), 'outra'), /password/)
  for (const name of ['accentsLegacy.p12', 'rc2Wide.p12', 'withoutMac.p12', 'firefox.p12']) {
    await assert.rejects(readP12(bytesOf(name), 'acai'), WrongPassword)
  }
  await assert.rejects(readP12(bytesOf('noKey.p12'), ''), /no certificate with its private key/)
  await assert.rejects(readP12(Buffer.from('-----BEGIN CERTIFICATE-----'), ''))
})

test('a file whose password is hashed too often is not opened', async () => {
  const data = sequence(objectId('1.2.840.113549.1.7.1'), context(0, octets(sequence())))
  const sha256 = sequence(objectId('2.16.840.1.101.3.4.2.1'), nothing)
  const pfx = (iterations: number) => {
    const count = Buffer.from(iterations.toString(16).padStart(6, '0'), 'hex')
    const digest = sequence(sha256, octets(Buffer.alloc(32)))
    return sequence(integer(3), data, sequence(digest, octets(Buffer.alloc(8)), integer(count)))
  }
  await assert.rejects(readP12(pfx(100_001), 'senha'), /hashed too often/)
  await assert.rejects(readP12(bytesOf('tooManyIterations.p12'), 'sénha'), TooManyIterations)
  await assert.rejects(readP12(pfx(1), 'senha'), WrongPassword)
})
