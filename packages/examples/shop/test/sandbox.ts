import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Options } from '@balcao/client'

/** The fields of `balcao sandbox`'s output that the test needs. */
type Printed = {
  base_url: string
  client_id: string
  client_secret: string
  webhook: { secret: string }
}

export type Sandbox = { options: Options; webhookSecret: string; stop(): void }

/** Starts a service in memory. It ends with this process, or when `stop` is called. */
export async function startSandbox(webhookUrl: string): Promise<Sandbox> {
  const args = ['balcao', 'sandbox', '--webhook', webhookUrl]
  const child = spawn('npx', args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(child.stdout), 'line')
  const { base_url, client_id, client_secret, webhook } = JSON.parse(line) as Printed
  return {
    options: { baseUrl: base_url, clientId: client_id, clientSecret: client_secret },
    webhookSecret: webhook.secret,
    stop: () => child.stdin.end(),
  }
}
