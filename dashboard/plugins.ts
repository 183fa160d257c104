/** The plugins of shops as files that a shop takes as they are. */
import { readFile } from 'node:fs/promises'
import type { Response } from 'express'
import { securityHeaders } from './render.ts'

/** Where the zip of the WooCommerce plugin is, for everybody who is signed in. */
export const WOOCOMMERCE = '/dashboard/plugins/woocommerce.zip'

const file = new URL('../generated/plugins/woocommerce.zip', import.meta.url)

/** Sends the zip, which `npm run generate` has made. */
export async function sendWooCommerce(response: Response): Promise<undefined> {
  const bytes = await readFile(file)
  response.attachment('balcao-woocommerce.zip').set(securityHeaders).send(bytes)
}
