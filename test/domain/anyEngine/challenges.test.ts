/** Challenges hold for their purpose alone, under the present keys. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { Vault } from '../../../domain/identity/vault.ts'
import {
  CHALLENGE_LIFETIME_MS,
  isChallenge,
  newChallenge,
} from '../../../domain/identity/challenges.ts'
import type { Aim } from '../../../domain/identity/challenges.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]
const now = new Date('2026-03-02T12:00:00.000Z')
const aim: Aim = { purpose: 'confirm', context: 'session action' }

test('a challenge outlives the rotation of SECRET_KEY, while the key before is given', () => {
  const challenge = newChallenge(new Vault(older), aim, now)
  assert.equal(isChallenge(new Vault(newer, older), challenge, aim, now), true)
  assert.equal(isChallenge(new Vault(newer), challenge, aim, now), false)
})

test('a challenge holds for its purpose, its context and its time', () => {
  const vault = new Vault(newer)
  const challenge = newChallenge(vault, aim, now)
  assert.equal(isChallenge(vault, challenge, aim, now), true)
  for (const other of [
    { ...aim, purpose: 'sign-in' as const },
    { ...aim, context: '' },
    { ...aim, context: 'session action ' },
  ]) {
    assert.equal(isChallenge(vault, challenge, other, now), false)
  }
  const end = now.getTime() + CHALLENGE_LIFETIME_MS
  assert.equal(isChallenge(vault, challenge, aim, new Date(end - 1)), true)
  assert.equal(isChallenge(vault, challenge, aim, new Date(end)), false)
})

test('a challenge that is changed in any byte, cut or spelled otherwise does not hold', () => {
  const vault = new Vault(newer)
  const challenge = newChallenge(vault, aim, now)
  const bytes = Buffer.from(challenge, 'base64url')
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.equal(isChallenge(vault, changed.toString('base64url'), aim, now), false, String(at))
  }
  for (const text of ['', 'A', `${challenge}=`, `${challenge}AAAA`, challenge.slice(4)]) {
    assert.equal(isChallenge(vault, text, aim, now), false)
  }
})

test('a signature under one label is none under another', () => {
  const vault = new Vault(newer)
  const bytes = Buffer.from('text')
  const signature = vault.sign(bytes, 'one')
  assert.equal(vault.hasSigned(bytes, signature, 'one'), true)
  assert.equal(vault.hasSigned(bytes, signature, 'other'), false)
  assert.equal(vault.hasSigned(bytes, signature.subarray(1), 'one'), false)
})
