/** F4: broken HTTP, and HTTP that two readers could read in two ways. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerOptions } from 'node:http'
import { createApp } from '../../../app.ts'
import { bodyLimits } from '../../../http/bodies.ts'
import { responseLimits } from '../../../http/responseBacklog.ts'
import { portOf } from '../../../http/listeningSockets.ts'
import { loadShedderLimits } from '../../../http/loadShedder.ts'
import { createLog } from '../../../runtime/logger.ts'
import { atEnd } from '../../support/atEnd.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import { randomOf } from '../../../packages/simulation/random.ts'
import { brokenRequests, mutated } from '../support/brokenRequests.ts'
import type { BrokenRequest } from '../support/brokenRequests.ts'
import { answersIn, assertEnveloped, RawConnection } from '../support/rawHttp.ts'

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

const MUTATIONS = long ? 20_000 : 200
const AT_ONCE = 16

const service = await startService()
const servicePort = Number(new URL(service.url).port)

/** The bare app behind Node's own server, as it is or more lenient still. */
async function nodesOwn(options: ServerOptions): Promise<number> {
  const log = createLog('silent')
  const { listener } = await createApp({
    db: service.db,
    service: service.service,
    log,
    hosts: [],
    limits: { ...responseLimits, ...loadShedderLimits, ...bodyLimits },
  })
  const server = createServer(options, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => void server.close())
  return portOf(server)
}

async function assertServes(port: number): Promise<void> {
  const connection = new RawConnection(port)
  connection.write('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  const [answer] = await connection.answers(1)
  assert.equal(answer?.status, 200)
  await connection.closed()
}

/** Sends one of them and compares all that comes back. */
async function assertAnswered(port: number, request: BrokenRequest): Promise<void> {
  const { name, text, statuses, closes } = request
  const connection = new RawConnection(port)
  connection.write(text)
  const answers = await connection.answers(statuses.length)
  if (closes) await connection.closed()
  assert.deepEqual(
    answersIn(connection.heard).map(({ status }) => status),
    statuses,
    name,
  )
  for (const answer of answers) if (answer.status !== 100) assertEnveloped(answer, name)
  connection.socket.destroy()
}

async function assertAllAnswered(port: number): Promise<number> {
  for (const request of brokenRequests) await assertAnswered(port, request)
  await assertServes(port)
  return brokenRequests.length
}

/** Asserts that each answer to a mutated request is one of the contract, and no fault of ours. */
async function assertHarmless(port: number, text: string): Promise<number[]> {
  const connection = new RawConnection(port)
  connection.write(text)
  connection.socket.end()
  await connection.closed()
  const answers = answersIn(connection.heard).filter(({ status }) => status !== 100)
  for (const answer of answers) {
    assertEnveloped(answer, JSON.stringify(text))
    assert.ok(answer.status < 500, `${answer.status} to ${JSON.stringify(text)}`)
  }
  return answers.map(({ status }) => status)
}

property('F4', async () => {
  const count = await assertAllAnswered(servicePort)
  const random = randomOf(seed)
  const statuses: number[] = []
  for (let done = 0; done < MUTATIONS; done += AT_ONCE) {
    const texts = Array.from({ length: AT_ONCE }, () => mutated(random))
    const found = await Promise.all(texts.map((text) => assertHarmless(servicePort, text)))
    statuses.push(...found.flat())
  }
  await assertServes(servicePort)
  const refused = statuses.filter((status) => status >= 400).length
  assert.ok(refused > MUTATIONS / 5, `${refused} refused`)
  return (
    `${count} of ${count} cases as the RFC says; of ${MUTATIONS} random mutations ` +
    `${refused} refusals, 0 off the envelope, 0 5xx (SEED=${seed})`
  )
})

control('F4', 'Node listens with its own defaults', async () =>
  assertAllAnswered(await nodesOwn({})),
)

control('F4', 'the parser is lenient', async () =>
  assertAllAnswered(await nodesOwn({ insecureHTTPParser: true, requireHostHeader: false })),
)
