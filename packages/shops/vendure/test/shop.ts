/** `npm run test:shops`: the plugin in a real Vendure, through sales, refunds and faults. */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Steps } from '../../test/support/steps.ts'
import { installed } from './installed.ts'

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
if (values.short) {
  const { short } = await import('./short.ts')
  await short(new Steps('vendure (double)'))
} else {
  await installed(new Steps('vendure'), fileURLToPath(new URL('shop', import.meta.url)))
}
