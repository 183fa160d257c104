/** M14: shops of one seller sell, refund and cancel, each with its own plugin and client. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onceForFile } from '../../../support/atEnd.ts'
import { control, long, property } from '../../../support/property.ts'

const script = fileURLToPath(
  new URL('../../../../packages/shops/test/neighbours.ts', import.meta.url),
)

/** Has two Medusas and two Vendures of one seller trade with their names, and then without. */
const traded = onceForFile(
  () =>
    new Promise<{ failed: boolean; output: string }>((resolve) => {
      const args = long ? [script] : [script, '--short']
      execFile(process.execPath, args, (error, stdout, stderr) =>
        resolve({ failed: error !== null, output: stdout + stderr }),
      )
    }),
)

property('M14', async () => {
  const { failed, output } = await traded()
  assert.ok(!failed, output)
  const [, sales] = /four shops sell (\d+) times each/.exec(output) ?? []
  return `two Medusas and two Vendures sold ${sales} times each: 0 centavos of another's`
})

control('M14', "the shops' names are left out", async () => {
  const { output } = await traded()
  assert.doesNotMatch(output, /: ok the control: /)
})
