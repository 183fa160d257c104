/** The User-Agent of a browser, put into a few words. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { deviceOf } from '../../domain/people/device.ts'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15'

const devices: Record<string, string> = {
  'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0': 'Firefox, Linux',
  [`${windows} ${webkit} Chrome/131.0.0.0 Safari/537.36`]: 'Chrome, Windows',
  [`${windows} ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`]: 'Edge, Windows',
  [`${mac} ${webkit} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`]: 'Opera, macOS',
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`]: 'Safari, macOS',
  [`${iPhone} (KHTML, like Gecko) CriOS/131.0.0.0 Mobile/15E148 Safari/604.1`]: 'Chrome, iOS',
  [`${iPhone} (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`]: 'Safari, iOS',
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/27.0 Chrome/125.0.0.0`]:
    'Samsung Internet, Android',
  'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0': 'Firefox, Android',
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/131.0.0.0 Safari/537.36`]:
    'Chrome, ChromeOS',
  'Mozilla/5.0 (X11; Linux x86_64) SomethingElse/1.0': 'Linux',
}

for (const [userAgent, device] of Object.entries(devices)) {
  test(`${device} is known by its User-Agent`, () => {
    assert.equal(deviceOf(userAgent), device)
  })
}

test('a User-Agent that names no browser and no system is not kept', () => {
  for (const userAgent of [undefined, '', 'curl/8.9.1', '<script>alert(1)</script>', '\u202e']) {
    assert.equal(deviceOf(userAgent), null)
  }
})

test('a device is named in words of a list, whatever stands beside them', () => {
  const hostile = `<b>"'\u202e Linux Firefox/133.0 ${'x'.repeat(100_000)}`
  assert.equal(deviceOf(hostile), 'Firefox, Linux')
  assert.equal(deviceOf(`${'x'.repeat(1_000)} Firefox/133.0`), null)
})
