/** Output of a service for a person at the terminal. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { banner, terminalLanguage } from '../../banner.ts'
import { terminalLine } from '../../runtime/terminalOutput.ts'

const place = {
  mode: 'live',
  baseUrl: 'https://pay.example.com',
  host: '::',
  port: 3000,
} as const

test('a line of the log has its time, level, message and fields, and moves no cursor', () => {
  const time = new Date(2026, 2, 2, 9, 5, 7).toISOString()
  const fields = { path: '/a\u001b[2J\r\nWARN forged\u202e', 'a\tb': { c: 1 } }
  const line = terminalLine(JSON.stringify({ level: 'info', time, ...fields, msg: 'ready' }))
  assert.equal(
    line,
    '09:05:07 INFO  ready path=/a\\u001b[2J\\u000d\\u000aWARN forged\\u202e a\\u0009b={"c":1}\n',
  )
})

test('the language is the one of the first variable that is set', () => {
  const cases: [NodeJS.ProcessEnv, string][] = [
    [{}, 'en'],
    [{ LANG: 'pt_BR.UTF-8' }, 'pt'],
    [{ LANG: 'pt' }, 'pt'],
    [{ LC_ALL: 'C', LANG: 'pt_BR.UTF-8' }, 'en'],
    [{ LC_ALL: '', LC_MESSAGES: 'pt_PT', LANG: 'en_US.UTF-8' }, 'pt'],
    [{ LANG: 'ptx_XX' }, 'en'],
  ]
  for (const [variables, language] of cases) {
    assert.equal(terminalLanguage(variables), language, JSON.stringify(variables))
  }
})

test('a banner shows addresses that can be opened, and secrets of the first start alone', () => {
  for (const language of ['en', 'pt'] as const) {
    const later = banner(language, place)
    assert.match(later, /https:\/\/pay\.example\.com\/dashboard\n/)
    assert.match(later, / \[::\]:3000\n/)
    assert.doesNotMatch(later, /client_secret|webhooks listen|[Pp]asskeys/)
    const atDigits = { ...place, baseUrl: 'http://192.168.0.7:3000' }
    assert.match(banner(language, atDigits), /^Passkeys .* BASE_URL/m)
    const demo = {
      checkoutUrl: 'https://pay.example.com/pay/x',
      invitationUrl: 'https://pay.example.com/dashboard/join/y',
      client_id: 'bci_z',
      client_secret: 'bcs_w',
    }
    const first = banner(language, { ...place, mode: 'sandbox' }, demo)
    for (const value of Object.values(demo)) assert.ok(first.includes(`${value}\n`), value)
  }
})
