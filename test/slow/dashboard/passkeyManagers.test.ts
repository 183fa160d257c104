/** Credentials of password managers, whose objects differ from the browser's, in a real browser. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Buyer, openBrowser } from '../../support/chromium.ts'
import { at, mouse, withPasskeys } from '../../support/hands.ts'
import { startService } from '../../support/service.ts'

const browser = await openBrowser()
const service = await startService({ hostName: 'localhost' })
const origin = service.service.baseUrl

/** Replaces what the page gets by an object with the members that every manager has. */
const managers = {
  'toJSON throws, as of a proxy of the real object': `
    for (const name of ['create', 'get']) {
      const ask = navigator.credentials[name].bind(navigator.credentials)
      navigator.credentials[name] = async (options) =>
        new Proxy(await ask(options), {
          get: (made, name) => (typeof made[name] === 'function' ? made[name] : made[name]),
        })
    }`,
  'a plain object without toJSON, transports and extensions': `
    delete PublicKeyCredential.parseCreationOptionsFromJSON
    delete PublicKeyCredential.parseRequestOptionsFromJSON
    for (const name of ['create', 'get']) {
      const ask = navigator.credentials[name].bind(navigator.credentials)
      navigator.credentials[name] = async (options) => {
        const { id, rawId, type, response } = await ask(options)
        const members = {}
        for (const name in response) {
          if (typeof response[name] !== 'function' && response[name] !== null) {
            members[name] = response[name]
          }
        }
        return { id, rawId, type, response: members }
      }
    }`,
}

for (const [name, script] of Object.entries(managers)) {
  test(`a person joins and signs in by a manager of passkeys: ${name}`, async () => {
    const seller = await service.account()
    const { invitation_url } = await seller.user()
    const buyer = await Buyer.with(browser, [origin])
    const { page, faults } = await buyer.visit(invitation_url ?? '', async (opened) => {
      await withPasskeys(buyer.context, opened)
      await opened.addInitScript(script)
    })
    await at(page, 'join')
    await mouse.use(page, /^Criar passkey e entrar$/)
    await at(page, 'home')
    await buyer.context.clearCookies()
    await page.goto(`${origin}/dashboard`)
    await at(page, 'sign-in')
    await mouse.use(page, /^Entrar com passkey$/)
    await at(page, 'home')
    assert.deepEqual(faults, [])
  })
}
