/** The guides of `docs/guides/`: the same in both languages, and each command does what it says. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { readContract } from '../../../contract/document.ts'
import { bankProfiles } from '../../../domain/pix/bank/profiles.ts'
import { guidesIn } from '../guides.ts'
import type { GuideFile } from '../markdown.ts'
import { isHere } from '../../../test/support/commandLine.ts'
import { startService } from '../../../test/support/service.ts'

const run = promisify(execFile)
const service = await startService()
const english = guidesIn('en')
const portuguese = guidesIn('pt-BR')

/** A command with the sentence before it, which says what comes of it. */
const commandsOf = ({ text }: GuideFile) =>
  [...text.matchAll(/([^\n]*)\n\n```sh\n(.*?)```/gs)].map(([, sentence = '', command = '']) => ({
    sentence,
    command,
  }))

const linksOf = ({ text }: GuideFile) =>
  [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link).toSorted()

const shapeOf = (guide: GuideFile) => ({
  name: guide.name,
  commands: commandsOf(guide).map(({ command }) => command),
  links: linksOf(guide),
  headings: guide.text.match(/^#+ /gm),
  rows: guide.text.match(/^\|/gm)?.length,
})

test('a guide has the same parts, commands and links in both languages', () => {
  assert.deepEqual(english.map(shapeOf), portuguese.map(shapeOf))
})

/** Printed after each command, since those of a guide share one shell and its variables. */
const END = '--- end of a command ---'

test('each command of the guides is answered as the sentence before it says', async (t) => {
  if (!isHere('curl')) return void t.annotate('no curl here: not run')
  const seller = await service.account()
  await seller.payment()
  const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, seller_id: SELLER_ID } = seller
  const [PATH, ACCESS_TOKEN] = [process.env['PATH'], seller.token]
  const env = { PATH, CLIENT_ID, CLIENT_SECRET, SELLER_ID, ACCESS_TOKEN }
  for (const guide of english) {
    const commands = commandsOf(guide)
    const script = commands
      .map(({ command }) => `${command}\necho; echo '${END}'\n`)
      .join('')
      .replaceAll('http://localhost:3000', service.url)
      .replaceAll('curl -s', 'curl -sS -m 20')
    const { stdout } = await run('sh', ['-c', script], { env, maxBuffer: 2 ** 24 })
    const answers = stdout.split(END)
    for (const [index, { sentence, command }] of commands.entries()) {
      const answer = answers[index]?.trim() ?? ''
      const [, told] = /The answer is `(\w+)`/.exec(sentence) ?? []
      assert.ok(answer.length > 1, `${guide.name}: ${command}`)
      if (told === '400')
        assert.match(answer, /"code":"invalid_request","message":.*"param":"items.0.quantitiy"/)
      else if (told !== undefined) assert.equal(answer.split('\n').at(-1), told, command)
      else assert.doesNotMatch(answer, /^\{"error":|^undefined$/m, `${guide.name}: ${command}`)
    }
  }
})

test('two sessions of one key are one', async (t) => {
  if (!isHere('curl')) return void t.annotate('no curl here: not run')
  const { token } = await service.account()
  const guide = english.find(({ name }) => name === 'how-it-compares') ?? assert.fail()
  const [{ command } = assert.fail()] = commandsOf(guide)
  const own = command.replaceAll('http://localhost:3000', service.url)
  const { stdout } = await run('sh', ['-c', own], { env: { ...process.env, ACCESS_TOKEN: token } })
  const ids = [...stdout.matchAll(/"id":"(checkout_[\da-f-]+)"/g)].map(([, id]) => id)
  assert.equal(ids.length, 2)
  assert.equal(new Set(ids).size, 1)
})

test('the guide of banks names each profile, and what it has to be given', () => {
  const guide = english.find(({ name }) => name === 'connect-your-bank')?.text ?? ''
  for (const { name, values } of bankProfiles) {
    const [row = ''] = guide.match(new RegExp(`^\\|.*\`${name}\`.*$`, 'm')) ?? []
    assert.ok(row, name)
    for (const value of values)
      assert.ok(row.includes(`\`${value.name}\``), `${name} ${value.name}`)
  }
})

test('the guide of limits says what the contract says', () => {
  const guide = english.find(({ name }) => name === 'limits')?.text ?? ''
  const text = JSON.stringify(readContract())
  for (const [said, told] of [
    ['webhook endpoints of an account | 16', 'The account has 16 webhook endpoints'],
    [
      'active API clients, and users, of an account | 100',
      'The account has 100 active API clients',
    ],
    ['refunds of one payment | 1,000', 'has had 1,000 refunds'],
    ['`metadata` | 16 KiB, 8 levels', 'at most 16 KiB and 8 levels'],
    ['an event, to be read | 400 days', 'Events are kept for 400 days'],
    ['a payment, to be refunded | 90 days', 'refunded for 90 days'],
    ['a session of a payment link | 30 minutes', 'A session lives 30 minutes'],
    ['head of a request | 16 KiB, 200 headers', 'larger than 16 KiB, or there are over 200'],
  ] as const) {
    assert.ok(guide.includes(said), said)
    assert.ok(text.includes(told), told)
  }
})
