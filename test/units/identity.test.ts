/** Private keys and certificates that are taken, and refusals of all others by their heads. */
import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { test } from 'vitest'
import {
  readCertificates,
  readIdentity,
  readPrivateKey,
} from '../../domain/pix/bank/keys/identity.ts'
import { makeAuthority, makeClientPair } from '../../packages/bank/certificates.ts'
import {
  context,
  dsaPkcs8,
  integer,
  objectId,
  octets,
  pem,
  pkcs8,
  rsaPkcs8,
  rsaPrivateKey,
  rsaPublicKey,
  sequence,
  unsignedCertificate,
} from '../support/derWriter.ts'

const EC = '1.2.840.10045.2.1'
const P256 = objectId('1.2.840.10045.3.1.7')
const SECP256K1 = objectId('1.3.132.0.10')

const curve = (namedCurve: string, paramEncoding: 'named' | 'explicit' = 'named') =>
  generateKeyPairSync('ec', { namedCurve, paramEncoding }).privateKey
const text = (key: KeyObject, type: 'pkcs8' | 'pkcs1' | 'sec1') =>
  key.export({ format: 'pem', type }).toString()

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const p384 = curve('P-384')

test('takes RSA, the three curves and Ed25519 in each form that keys are written in', () => {
  const keys: [string, KeyObject][] = [
    [text(rsa, 'pkcs8'), rsa],
    [text(rsa, 'pkcs1'), rsa],
    [text(p384, 'sec1'), p384],
    // The form of `openssl ecparam -genkey`, and the words of `openssl pkcs12`.
    [`${pem('EC PARAMETERS', P256)}Bag Attributes\n${text(p384, 'sec1')}`, p384],
    ...[curve('P-256'), curve('P-521'), generateKeyPairSync('ed25519').privateKey].map(
      (key): [string, KeyObject] => [text(key, 'pkcs8'), key],
    ),
  ]
  for (const [written, key] of keys) assert.ok(readPrivateKey(written).equals(key))
})

test('a private key of another kind or size is refused by its head, and is not imported', () => {
  const edPublic = generateKeyPairSync('x25519').privateKey
  const described = curve('P-256', 'explicit')
  const inner = (named: Buffer) => sequence(integer(1), octets(Buffer.alloc(32, 1)), named)
  const keys = {
    'DSA of 9,992 bits': pem('PRIVATE KEY', dsaPkcs8()),
    'RSA of 1,024 bits': pem('PRIVATE KEY', rsaPkcs8({ bits: 1024 })),
    'RSA of 4,104 bits': pem('RSA PRIVATE KEY', rsaPrivateKey({ bits: 4104 })),
    'a long public exponent': pem('PRIVATE KEY', rsaPkcs8({ exponentBits: 2047 })),
    'a long private exponent': pem('PRIVATE KEY', rsaPkcs8({ ownBits: 16_384 })),
    'long primes': pem('PRIVATE KEY', rsaPkcs8({ partBits: 2048 })),
    'several primes': pem('PRIVATE KEY', rsaPkcs8({ version: 1 })),
    X25519: text(edPublic, 'pkcs8'),
    secp256k1: text(curve('secp256k1'), 'sec1'),
    'a curve that is described': text(described, 'pkcs8'),
    'an explicit curve in SEC 1': text(described, 'sec1'),
    'two curves': pem(
      'PRIVATE KEY',
      pkcs8(sequence(objectId(EC), P256), inner(context(0, SECP256K1))),
    ),
    'no curve': pem('EC PRIVATE KEY', inner(Buffer.alloc(0))),
  }
  for (const [kind, written] of Object.entries(keys)) {
    assert.throws(() => readPrivateKey(written), /its key is neither RSA/, kind)
  }
})

test('a text with no key, with several or with an encrypted one is refused', () => {
  const encrypted = rsa.export({
    format: 'pem',
    type: 'pkcs8',
    cipher: 'aes-256-cbc',
    passphrase: 'senha',
  })
  for (const written of ['', 'x', encrypted.toString()]) {
    assert.throws(() => readPrivateKey(written), /no private key in PEM/)
  }
  const legacy = pem('RSA PRIVATE KEY', rsaPrivateKey({})).replace(
    '\n',
    '\nProc-Type: 4,ENCRYPTED\n',
  )
  assert.throws(() => readPrivateKey(legacy), /no private key in PEM/)
  assert.throws(() => readPrivateKey(text(rsa, 'pkcs8').repeat(2)), /several/)
  const whole = rsaPkcs8({})
  for (let length = 0; length < whole.length; length += 7) {
    assert.throws(() => readPrivateKey(pem('PRIVATE KEY', whole.subarray(0, length))), /not in DER/)
  }
})

test('certificates are refused for the kind of their key, their size and their number', () => {
  const usual = unsignedCertificate({ publicKey: rsaPublicKey(2048) })
  const text = pem('CERTIFICATE', usual)
  assert.equal(readCertificates(text.repeat(10)).length, 10)
  assert.throws(() => readCertificates(text.repeat(11)), /too many/)
  const named = unsignedCertificate({ publicKey: rsaPublicKey(2048), subject: 'l'.repeat(9_000) })
  assert.throws(() => readCertificates(pem('CERTIFICATE', named)), /too long/)
  const ofDsa = sequence(objectId('1.2.840.10040.4.1'), sequence(integer(3)))
  const keys = {
    'RSA of 16,384 bits': rsaPublicKey(16_384),
    'a long exponent': rsaPublicKey(3072, 3064),
    DSA: sequence(ofDsa, Buffer.alloc(0)),
    secp256k1: createPublicKey(curve('secp256k1')).export({ format: 'der', type: 'spki' }),
  }
  for (const [kind, publicKey] of Object.entries(keys)) {
    const certificate = unsignedCertificate({ publicKey })
    const hidden = text + pem('CERTIFICATE', certificate)
    assert.throws(() => readCertificates(hidden), /its key is neither RSA/, kind)
  }
})

test('keys and certificates are written anew from what was parsed', async () => {
  const authority = await makeAuthority('Banco')
  const { cert, key } = await makeClientPair(authority, 'loja')
  const sent = {
    certificate: `Olá\n${cert}`,
    private_key: `${pem('EC PARAMETERS', P256)}${text(createPrivateKey(key), 'sec1')}`,
    authority: `${authority.cert}\n${pem('DH PARAMETERS', octets(Buffer.alloc(9)))}`,
  }
  const { identity } = readIdentity(sent)
  assert.ok(identity)
  const { certificate, private_key, authority: kept } = identity
  assert.ok(createPrivateKey(private_key).equals(createPrivateKey(key)))
  const labels = [certificate, private_key, kept ?? ''].map((one) =>
    one.match(/-----[A-Z ]+-----/g),
  )
  assert.deepEqual(labels, [
    ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----'],
    ['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----'],
    ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----'],
  ])
  assert.doesNotMatch(certificate + private_key + kept, /Olá|PARAMETERS/)
})
