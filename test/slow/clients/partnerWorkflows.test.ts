/** The workflows of `workflows.arazzo.yaml` are what the service does. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { test } from 'vitest'
import { startService } from '../../support/service.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const service = await startService()

const { workflows } = parse(readFileSync(`${root}workflows.arazzo.yaml`, 'utf8')) as {
  workflows: { workflowId: string }[]
}

type CommandResult = { code?: number; stdout: string; stderr: string }

/** Runs them as a partner does. */
function run(environment: Record<string, string>, ...words: string[]): Promise<CommandResult> {
  const { CLIENT_ID: _, CLIENT_SECRET: __, ...env } = process.env
  const args = ['run', '-s', 'workflows', '--', ...words]
  const options = { cwd: root, env: { ...env, BASE_URL: service.url, ...environment } }
  return promisify(execFile)('npm', args, options).catch((error: unknown) => error as CommandResult)
}

test('every workflow passes, and nothing that is printed gives access', async () => {
  const { client_id, client_secret } = await service.account()
  const client = { CLIENT_ID: client_id, CLIENT_SECRET: client_secret }
  const { code, stdout } = await run(client, '--verbose')
  const [, faults = ''] = stdout.split('Failed tests info')
  assert.equal(code, undefined, faults)
  for (const { workflowId } of workflows) assert.ok(stdout.includes(`/ ${workflowId} `), workflowId)
  assert.ok(stdout.includes(`Workflows: ${workflows.length} passed, ${workflows.length} total`))
  assert.ok(!stdout.includes(client_secret))
  assert.doesNotMatch(stdout, /[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/)
})

test('a service that does something else fails them', async () => {
  const account = await service.account()
  const { client_id, client_secret } = await account.restrictedTo(['checkouts:read'])
  const client = { CLIENT_ID: client_id, CLIENT_SECRET: client_secret }
  const { code, stdout } = await run(client, '--workflow', 'first-payment')
  assert.equal(code, 1)
  assert.match(stdout, /\$statusCode == 201/)
})

test('without credentials it is said which variable is missing', async () => {
  const { code, stderr } = await run({})
  assert.equal(code, 2)
  assert.match(stderr, /CLIENT_ID: is not set/)
})
