/** M14: shops of one seller sell, refund and cancel, each with its own plugin and client. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { control, long, property } from '../../../support/property.ts'

const script = fileURLToPath(
  new URL('../../../../packages/shops/test/neighbours.ts', import.meta.url),
)

/** Has two Medusas and two Vendures of one seller trade, as a process of its own. */
function trade(...args: string[]): Promise<{ failed: boolean; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], (error, stdout, stderr) =>
      resolve({ failed: error !== null, output: stdout + stderr }),
    )
  })
}

property('M14', async () => {
  const { failed, output } = await trade(...(long ? [] : ['--short']))
  assert.ok(!failed, output)
  const [, sales] = /four shops sell (\d+) times each/.exec(output) ?? []
  return `two Medusas and two Vendures sold ${sales} times each: 0 centavos of another's`
})

control('M14', "the shops' names are left out", async () => {
  const { output } = await trade('--without-names')
  assert.doesNotMatch(output, /AssertionError[^\n]*: paid|paid checkout_/)
})
