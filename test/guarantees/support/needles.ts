/** Searches for secrets, however they are written. */
import assert from 'node:assert/strict'

/** Something that must not be found, and where it may be all the same. */
export type Needle = { what: string; bytes: Buffer }

/** A text that is searched. */
export type Hay = { where: string; bytes: Buffer }

/** Shorter texts could be found by chance. */
const SHORTEST = 8

/** Base64 of something in the midst of more: the letters that do not depend on what is around. */
function base64Within(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const first = Math.ceil((before * 4) / 3)
  const whole = Math.floor(((before + bytes.length) * 8) / 6)
  return text.slice(first, whole)
}

const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')

/** Every way in which bytes could be written. */
function spellings(bytes: Buffer): Buffer[] {
  const within = [0, 1, 2].map((before) => base64Within(bytes, before))
  const hex = bytes.toString('hex')
  const text = bytes.toString('utf8')
  const texts = [
    ...within,
    ...within.map(urlSafe),
    hex,
    hex.toUpperCase(),
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    JSON.stringify(JSON.stringify(text)).slice(3, -3),
  ].filter((one) => one.length >= SHORTEST)
  return [bytes, ...new Set(texts)].map((one) => Buffer.from(one))
}

export const needle = (what: string, secret: string | Buffer): Needle => ({
  what,
  bytes: Buffer.from(secret),
})

/** @returns how many bytes were searched for how many spellings */
export function assertNowhere(
  needles: Needle[],
  hays: Hay[],
): { bytes: number; spellings: number } {
  let count = 0
  for (const { what, bytes } of needles) {
    assert.ok(bytes.length >= SHORTEST, `${what} is too short to be searched for`)
    for (const spelling of spellings(bytes)) {
      count++
      for (const hay of hays) {
        assert.ok(!hay.bytes.includes(spelling), `${what} stands in ${hay.where}`)
      }
    }
  }
  return { bytes: hays.reduce((sum, hay) => sum + hay.bytes.length, 0), spellings: count }
}
