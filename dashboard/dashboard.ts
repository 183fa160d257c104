/** The addresses of the seller's pages. */
import type { FindPage, SendPage } from '../http/context.ts'
import type { DashboardOptions } from './options.ts'

const isPage = (path: string): boolean =>
  path === '/' || path === '/dashboard' || path.startsWith('/dashboard/')

/** The form with the file of a logo may be as long as the body of the operation that it calls. */
const LONG_FORM_PATH = '/dashboard/settings/logo'
const LONG_FORM_BYTES = 192 * 1024

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
    const formBytes = path === LONG_FORM_PATH ? LONG_FORM_BYTES : undefined
    return { sendPage, formBytes }
  }
}
