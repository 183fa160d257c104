/** The addresses of the seller's pages. */
import type { FindPage, SendPage } from '../http/context.ts'
import type { DashboardOptions } from './options.ts'

const isPage = (path: string): boolean =>
  path === '/' || path === '/dashboard' || path.startsWith('/dashboard/')

/**
 * Where forms with files are posted to. The longest of them holds the largest PKCS#12 file, once in
 * base64 for the contract, and once more in the sealed form that comes back with the passkey.
 */
const fileForms = new Set(['/dashboard/settings/logo', '/dashboard/bank'])
const FILE_FORM_BYTES = 192 * 1024

/** Serves the pages by Express, which is imported with them at the first request for one. */
export function createDashboard(options: DashboardOptions): FindPage {
  let loading: Promise<SendPage> | undefined
  const sendPage: SendPage = async (request) => {
    loading ??= import('./site.ts').then(({ createSite }) => createSite(options))
    const send = await loading
    await send(request)
  }
  return (path) => {
    if (!isPage(path)) return undefined
    const formBytes = fileForms.has(path) ? FILE_FORM_BYTES : undefined
    return { sendPage, formBytes }
  }
}
