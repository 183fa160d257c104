/** How people work the pages in a real browser: by mouse, or by keyboard alone. */
import type { BrowserContext, Page } from 'playwright-core'

/** Gives the browser an authenticator of its own, which approves by itself. */
export async function withPasskeys(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Waits for a page and for its script, without which a passkey cannot be asked for. */
export async function at(page: Page, name: string): Promise<void> {
  await page.locator(`main[data-page="${name}"]`).waitFor()
  await page.waitForLoadState('load')
}

/** Goes by Tab alone to the element with this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let steps = 0; steps < 120; steps++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate<string>(
      `(() => { const one = document.activeElement
        return (one?.labels?.[0] ?? one)?.textContent?.trim() ?? '' })()`,
    )
    if (name.test(focused)) return
  }
  throw new Error(`No way by Tab to ${name}.`)
}

/** How a newcomer works the pages. */
export type Hand = {
  /** Follows the first link, or presses the first button, with this name. */
  use(page: Page, name: RegExp): Promise<void>
  write(page: Page, label: RegExp, text: string): Promise<void>
  /** Opens what is folded away under this title. */
  open(page: Page, title: RegExp): Promise<void>
  /** Chooses a file from the dialog that the field opens. */
  choose(page: Page, label: RegExp, file: FileChoice): Promise<void>
}

type FileChoice = { name: string; buffer: Buffer }

/** A dialog for files opens within this, or the key is pressed again. */
const DIALOG_MS = 15_000
const PRESSES = 3

/**
 * Answers the dialog that something opens. A headless browser has been seen to open none for a key
 * (once in 17 times), where a person would press it again.
 */
async function chosen(page: Page, file: FileChoice, opening: () => Promise<void>): Promise<void> {
  for (let press = 1; ; press++) {
    const dialog = page.waitForEvent('filechooser', { timeout: DIALOG_MS }).catch((error) => {
      if (press === PRESSES) throw error
    })
    await opening()
    const chooser = await dialog
    if (chooser) return chooser.setFiles({ mimeType: 'application/octet-stream', ...file })
  }
}

export const mouse: Hand = {
  use(page, name) {
    const [link, button] = [page.getByRole('link', { name }), page.getByRole('button', { name })]
    return link.or(button).first().click()
  },
  write: (page, label, text) => page.getByLabel(label).fill(text),
  open: (page, title) => page.locator('summary', { hasText: title }).click(),
  choose: (page, label, file) => chosen(page, file, () => page.getByLabel(label).click()),
}

export const keyboard: Hand = {
  async use(page, name) {
    await tabTo(page, name)
    await page.keyboard.press('Enter')
  },
  async write(page, label, text) {
    await tabTo(page, label)
    await page.keyboard.type(text)
  },
  async open(page, title) {
    await tabTo(page, title)
    await page.keyboard.press('Enter')
  },
  async choose(page, label, file) {
    await tabTo(page, label)
    await chosen(page, file, () => page.keyboard.press('Space'))
  },
}

/** Text as it is rendered, by default without header and menu. */
export const said = (page: Page, part = 'main') => page.locator(part).innerText()
