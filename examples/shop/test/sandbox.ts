import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Options } from '@balcao/client'

/** What `balcao sandbox` prints, as far as it is used here. */
export type Sandbox = Options & { webhook: { secret: string } }

/** Starts a service in memory. It ends with this process, or when `stop` is called. */
export async function startSandbox(webhook_url: string): Promise<Sandbox & { stop(): void }> {
  const args = ['balcao', 'sandbox', '--webhook', webhook_url]
  const child = spawn('npx', args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(child.stdout), 'line')
  return { ...(JSON.parse(line) as Sandbox), stop: () => child.stdin.end() }
}
