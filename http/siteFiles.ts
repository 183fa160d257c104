/** The files that browsers, crawlers and reporters of faults look for on every site. */
import { readGenerated } from '../contract/generatedFiles.ts'
import type { FindFile } from './docs.ts'

const icon = readGenerated('docs/icon.svg')

/**
 * Nothing but the docs is for search engines (RFC 9309). A crawler that opened a page of payment
 * would have a charge made at the bank, and one that does so all the same gets `noindex`.
 */
const ROBOTS = `User-agent: *
Allow: /docs
Allow: /llms.txt
Allow: /openapi.json
Allow: /openapi.yaml
Disallow: /
`

/** Validity of `security.txt` (RFC 9116 §2.5.5: less than a year). */
const VALID_MS = 180 * 24 * 60 * 60 * 1000

/** Where to report a fault of this installation (RFC 9116). */
function securityText(contact: string, baseUrl: string): string {
  const expires = new Date(Date.now() + VALID_MS).toISOString()
  return `Contact: ${contact}
Expires: ${expires}
Preferred-Languages: pt, en
Canonical: ${baseUrl}/.well-known/security.txt
`
}

type Site = { baseUrl: string; securityContact: string | undefined }

const DAY_SECONDS = 24 * 60 * 60

type File = { type: string; make: () => string }

const text = (make: () => string): File => ({ type: 'text/plain; charset=utf-8', make })

/** Finds one of these files; that with the contact only where the operator has named one. */
export function createSiteFiles({ baseUrl, securityContact }: Site): FindFile {
  const files = new Map<string, File>([
    ['/robots.txt', text(() => ROBOTS)],
    // Each page names its icon; without one, browsers ask for this.
    ['/favicon.ico', { type: 'image/svg+xml', make: () => icon }],
  ])
  if (securityContact !== undefined) {
    const file = text(() => securityText(securityContact, baseUrl))
    files.set('/.well-known/security.txt', file)
  }
  return ({ method, path }, response) => {
    const file = method === 'GET' || method === 'HEAD' ? files.get(path) : undefined
    if (!file) return undefined
    return async () => {
      const body = file.make()
      response.setHeader('Content-Type', file.type)
      response.setHeader('Content-Length', Buffer.byteLength(body))
      response.setHeader('Cache-Control', `public, max-age=${DAY_SECONDS}`)
      response.end(body)
    }
  }
}
