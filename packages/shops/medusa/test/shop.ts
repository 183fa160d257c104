/** `npm run test:shops`: the provider in a real Medusa, through sales, refunds and faults. */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Steps } from '../../test/support/steps.ts'
import { installed } from './installed.ts'

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
if (values.short) {
  const { short } = await import('./short.ts')
  await short(new Steps('medusa (double)'))
} else {
  await installed(new Steps('medusa'), fileURLToPath(new URL('shop', import.meta.url)))
}
