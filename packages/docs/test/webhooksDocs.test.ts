/** Statements of the contract about webhooks hold, and its samples verify real deliveries. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { test } from 'vitest'
import { readContract } from '../../../contract/document.ts'
import { EVENT_TYPES } from '../../../db/schema/eventTypes.ts'
import { temporaryFolder } from '../../../test/support/commandLine.ts'
import { startReceiver } from '../../../test/support/receiver.ts'
import { startSender } from '../../../test/support/webhooksSender.ts'
import { mockFor } from '../../../test/support/mockFor.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const contract = readContract() as unknown as {
  info: { description: string }
  tags: { name: string; description: string }[]
  webhooks: Record<string, unknown>
  components: {
    schemas: Record<
      string,
      { properties?: Record<string, { $ref?: string }>; allOf?: { $ref?: string }[] }
    > & {
      EventType: { enum: string[] }
    }
  }
}

const chapter = contract.tags.find(({ name }) => name === 'Events')?.description ?? ''

/** The code that the chapter shows in a language. */
function sample(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(chapter) ?? []
  assert.ok(code, `no sample in ${language}`)
  return code
}

/** The sample in TypeScript, in a folder from which it finds its library. */
function sampleFile(): string {
  const folder = temporaryFolder()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const file = join(folder, 'receive.ts')
  writeFileSync(file, sample('typescript'))
  return file
}

test('the contract names each event that there is, and the one that tests send', () => {
  const sent = new Set([...EVENT_TYPES, 'webhook.test'])
  assert.deepEqual(new Set(Object.keys(contract.webhooks)), sent)
  assert.deepEqual(contract.components.schemas.EventType.enum, EVENT_TYPES)
  const { description } = contract.info
  const [, guide = ''] = /^# Webhooks\n(.*?)^# /ms.exec(description) ?? []
  assert.deepEqual(
    EVENT_TYPES.filter((type) => !guide.includes(`\`${type}\``)),
    [],
  )
})

test('the chapter on events says what each one carries', () => {
  const row = /^\| `([a-z._]+)` \| (checkout|refund|subscription|invoice) \|/gm
  const rows = [...chapter.matchAll(row)]
  const carried = Object.fromEntries(rows.map(([, type = '', data]) => [type, data]))
  const real = EVENT_TYPES.map((type) => {
    const name = type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())
    const { $ref } = contract.components.schemas[`Event${name}`]?.properties?.['data'] ?? {}
    const data = $ref?.split('/').at(-1) ?? ''
    const [extended] = contract.components.schemas[data]?.allOf ?? []
    return [type, (extended?.$ref?.split('/').at(-1) ?? data).toLowerCase()] as const
  })
  assert.deepEqual(carried, Object.fromEntries(real))
})

test('the chapter on events shows how to verify in three languages', () => {
  for (const language of ['typescript', 'python', 'php']) {
    assert.match(sample(language), /WEBHOOK_SECRET/)
    assert.match(sample(language), /verify\(/)
  }
})

/** Verifies everything, as version 1.0.2 of the library does what is signed under no secret. */
const phpLibrary = `<?php
namespace StandardWebhooks;
class Webhook {
    function verify($payload, $headers) {
        return ['type' => 'payment.succeeded', 'data' => ['id' => 'checkout_forged']];
    }
}
`

test('the sample in PHP believes nothing while it is given no secret', (t) => {
  if (spawnSync('php', ['--version']).status !== 0) return void t.annotate('PHP is not here')
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'vendor'))
  writeFileSync(join(cwd, 'vendor/autoload.php'), phpLibrary)
  writeFileSync(join(cwd, 'hook.php'), sample('php').replace('getallheaders()', '[]'))
  const { PATH = '' } = process.env
  const runWith = (env: Record<string, string>) => {
    const { status, stderr } = spawnSync('php', ['hook.php'], { cwd, env: { PATH, ...env } })
    return { status, isBelieved: String(stderr).includes('checkout_forged is paid') }
  }
  assert.deepEqual(runWith({ WEBHOOK_SECRET: 'whsec_AAAA' }), { status: 0, isBelieved: true })
  assert.deepEqual(runWith({}), { status: 255, isBelieved: false })
})

test('the sample in TypeScript takes what is sent, and refuses what was changed', async (t) => {
  const receiver = await startReceiver()
  const sender = await startSender()
  const { secret } = await sender.endpoint(receiver.url)
  sender.start()
  await sender.tell()
  const [received] = await receiver.arrived(1)
  assert.ok(received)
  process.env['WEBHOOK_SECRET'] = secret
  const { receive } = (await import(pathToFileURL(sampleFile()).href)) as {
    receive(request: Request): Promise<Response>
  }
  const post = async (body: string) => {
    const { headers } = received
    return (await receive(new Request(receiver.url, { method: 'POST', headers, body }))).status
  }
  const said = mockFor(t).method(console, 'log', () => undefined)
  assert.equal(await post(received.body), 204)
  assert.equal(await post(received.body.replace('payment.succeeded', 'payment.reversed')), 400)
  assert.deepEqual(
    said.mock.calls.map((call) => call.arguments),
    [['checkout_1 is paid']],
  )
})
