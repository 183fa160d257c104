/**
 * `npm run check`: what a change must hold beside the tests. The steps need nothing of one another,
 * so that two run at a time; each prints what it has to say when it ends.
 */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** The longest first: it decides when the others are through. */
const steps = ['types', 'lint', 'budget', 'generate -- --check', 'compatible']

const AT_ONCE = 2

/** @returns whether the step passed */
async function passes(step: string): Promise<boolean> {
  const command = `npm run -s ${step} 2>&1`
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const output = await text(child.stdout)
  const code = await ended
  process.stderr.write(output)
  if (code !== 0) console.error(`npm run ${step} failed.`)
  return code === 0
}

async function lane(): Promise<void> {
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    if (!(await passes(step))) process.exitCode = 1
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, lane))
