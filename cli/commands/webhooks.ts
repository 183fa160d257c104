import { once } from 'node:events'
import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import { EVENT_TYPES } from '../../db/schema/eventTypes.ts'
import { openVault } from '../../domain/auth/keys.ts'
import { localized } from '../texts/translate.ts'
import {
  createEndpoint,
  deleteEndpoint,
  EndpointRefused,
  listEndpoints,
  rotateEndpoint,
} from '../../domain/webhooks/endpoints.ts'
import type { Endpoint } from '../../domain/webhooks/endpoints.ts'
import { listDeliveries, LISTED_DELIVERIES } from '../../domain/webhooks/queue.ts'
import { startListener } from '../webhookListener.ts'
import type { ReceivedWebhook } from '../webhookListener.ts'
import {
  cannotPrint,
  changing,
  noSeller,
  printing,
  CommandError,
  wantsJson,
  withStore,
} from './command.ts'
import type { Store } from './command.ts'
import { ofSeller, onlySeller } from './sellerOption.ts'
import { readSecretFile } from './secretFile.ts'
import { harmless } from '../../runtime/harmless.ts'
import { asText } from './text.ts'
import { addTrigger, listenByApi, parseTarget } from './webhooksByApi.ts'
import { ACCESS_HELP } from './access.ts'
import { appendToCommandLog } from './commandLog.ts'

const DEFAULT_PORT = 4000

/** Standard Webhooks asks for 24 to 64 bytes. */
const MIN_SECRET_BYTES = 24

/** Characters of a receiver's response in the table. */
const ANSWER_LENGTH = 60

const SECRET_SHOWN_ONCE =
  'The secret will not be shown again: the receiver verifies signatures with it.'

const noEndpoint = (id: string) =>
  new CommandError(`There is no webhook endpoint ${id}, or it was already deleted.`)

async function make(store: Store, seller_id: string, url: string) {
  const {
    db,
    environment: { mode },
    now,
  } = store
  const { vault } = await openVault(store)
  return createEndpoint(db, { seller_id, url, mode, vault, now }).catch((error: unknown) => {
    throw error instanceof EndpointRefused
      ? new CommandError(error.message, { cause: error })
      : error
  })
}

const create = ({ seller, url }: { seller: string; url: string }) =>
  withStore(async (store) => ({ value: await make(store, seller, url), note: SECRET_SHOWN_ONCE }))

/** Everything but the secrets. */
const shown = ({
  id,
  url,
  event_types,
  disabled_at,
  previous_secret_until,
  created_at,
  updated_at,
}: Endpoint) => ({
  id,
  url,
  event_types: event_types ?? EVENT_TYPES,
  enabled: disabled_at === null,
  previous_secret_until,
  created_at,
  updated_at,
})

const list = ({ seller }: { seller: string }) =>
  withStore(async ({ db }) => {
    const endpoints = await listEndpoints(db, seller)
    if (!endpoints) throw noSeller(seller)
    return { value: endpoints.map(shown) }
  })

const remove = (id: string) =>
  withStore(async ({ db, now }) => {
    const endpoint = await deleteEndpoint(db, { id, now })
    if (!endpoint) throw noEndpoint(id)
    const { url, deleted_at } = endpoint
    return { value: { id, url, deleted_at }, note: 'Nothing more is sent to it.' }
  })

const rotate = (id: string) =>
  withStore(async (store) => {
    const { db, now } = store
    const { vault } = await openVault(store)
    const rotated = await rotateEndpoint(db, { id, vault, now })
    if (!rotated) throw noEndpoint(id)
    const {
      endpoint: { url, previous_secret_until },
      secret,
    } = rotated
    const both = `Until ${previous_secret_until} the previous secret signs deliveries too.`
    const value = { id, url, secret, previous_secret_until }
    return { value, note: `${both} ${SECRET_SHOWN_ONCE}` }
  })

const deliveries = ({ seller }: { seller: string }) =>
  withStore(async ({ db }) => {
    const found = await listDeliveries(db, seller)
    if (!found) throw noSeller(seller)
    const value = found.map(({ delivery, type, url }) => ({
      id: delivery.id,
      event_id: delivery.event_id,
      event_type: type,
      endpoint_id: delivery.endpoint_id,
      url,
      // A process that claimed it is sending it, or ended while doing so.
      status: delivery.status === 'claimed' ? 'outcome unknown' : delivery.status,
      response_status: delivery.response_status,
      duration_ms: delivery.duration_ms,
      answer: delivery.response_text,
      created_at: delivery.created_at,
      claimed_at: delivery.claimed_at,
    }))
    const rows = value.map((delivery) => ({
      time: delivery.created_at,
      event: delivery.event_type,
      endpoint: delivery.endpoint_id,
      status: delivery.status,
      response: delivery.response_status,
      ms: delivery.duration_ms,
      answer:
        delivery.answer === null ? null : [...delivery.answer].slice(0, ANSWER_LENGTH).join(''),
    }))
    return { value, text: asText(rows) }
  })

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new InvalidArgumentError('A port is a whole number from 1 to 65535.')
}

function parseSecret(text: string): string {
  const base64 = text.replace(/^whsec_/, '')
  const key = Buffer.from(base64, 'base64')
  const isOne = text !== base64 && key.toString('base64') === base64
  if (isOne && key.length >= MIN_SECRET_BYTES) return text
  throw new InvalidArgumentError(
    `A secret is whsec_ and base64 of at least ${MIN_SECRET_BYTES} bytes.`,
  )
}

function receivedAsText({ webhook_id, signature_holds, reason, event }: ReceivedWebhook): string {
  const { type } = Object(event) as { type?: unknown }
  const verdict = localized(
    signature_holds ? 'the signature is valid' : `INVALID SIGNATURE: ${reason}`,
  )
  const body = JSON.stringify(event, null, 2).split('\n')
  const name = typeof type === 'string' ? type : '?'
  return [`${name}  ${webhook_id}  ${verdict}`, ...body, ''].map(harmless).join('\n')
}

type ListenOptions = {
  port: number
  secret?: string
  secretFile?: string
  seller?: string
  forwardTo?: string
}

/**
 * Resolves when a signal ends the command.
 *
 * @throws CommandError when received events cannot be printed any more
 */
function whenStopped(): Promise<unknown> {
  const unprintable = once(process.stdout, 'error').then(([error]) => {
    throw cannotPrint(error as Error)
  })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => once(process, name))
  const stop = Promise.race([...signals, unprintable])
  // It is waited for once the endpoint is made.
  stop.catch(() => undefined)
  return stop
}

/** Listens with the given secret, or as an endpoint that exists while the command runs. */
async function listen(options: ListenOptions, command: Command): Promise<void> {
  const json = wantsJson(command)
  const { port } = options
  const stop = whenStopped()
  const secretGiven = options.secret ?? options.secretFile
  if (options.forwardTo !== undefined) {
    return listenByApi({ url: options.forwardTo, secret: secretGiven, json, stop })
  }
  let secret = secretGiven ?? ''
  const onEvent = (received: ReceivedWebhook) =>
    console.log(json ? JSON.stringify(received) : receivedAsText(received))
  const listener = await startListener({ port, secret: () => secret, onEvent }).catch(
    (cause: NodeJS.ErrnoException) => {
      throw new CommandError(
        `Cannot listen on port ${port} (${cause.code}): choose another with --port N.`,
        { cause },
      )
    },
  )
  // With --json, standard output has the events only, and messages go to standard error.
  const say = (text: string) => (json ? console.error : console.log)(localized(text))
  try {
    if (secretGiven !== undefined) {
      say(`Listening on ${listener.url}; stop with Ctrl-C.`)
      await stop
      return
    }
    const { id } = await withStore(async (store) => {
      const seller_id = options.seller ?? (await onlySeller(store))
      const endpoint = await make(store, seller_id, listener.url)
      secret = endpoint.secret
      appendToCommandLog(store.environment, 'webhooks listen', { id: endpoint.id, seller_id })
      return endpoint
    })
    try {
      say(`Listening on ${listener.url} as ${id}; stop with Ctrl-C.`)
      await stop
    } finally {
      await withStore(({ db, now }) => deleteEndpoint(db, { id, now }))
    }
    say(`Deleted ${id}.`)
  } finally {
    await listener.close()
  }
}

export function addWebhooks(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('The endpoints that receive events, and what was delivered to them.')
  ofSeller(webhooks.command('create'))
    .description('Create an endpoint that receives the events of a seller from now on.')
    .requiredOption('--url <url>', 'where events are posted; in live mode public HTTPS')
    .action(changing(create))
  ofSeller(webhooks.command('list'))
    .description('List the endpoints of a seller, without their secrets.')
    .action(printing(list))
  webhooks
    .command('delete')
    .description('Delete an endpoint; nothing more is sent to it.')
    .argument('<id>', 'the wh_ id')
    .action(changing(remove))
  webhooks
    .command('rotate')
    .description('Give an endpoint a new secret; both sign for 24 hours.')
    .argument('<id>', 'the wh_ id')
    .action(changing(rotate))
  ofSeller(webhooks.command('deliveries'))
    .description(`List the newest ${LISTED_DELIVERIES} deliveries of a seller, with their outcome.`)
    .action(printing(deliveries))
  webhooks
    .command('listen')
    .description(
      'Listen to webhooks on this machine, and print each event and its signature check.',
    )
    .option('--port <n>', 'the port to listen on', parsePort, DEFAULT_PORT)
    .option('--secret <secret>', 'of an endpoint that already points here', parseSecret)
    .addOption(
      new Option('--secret-file <file>', 'the same in a file; - is standard input')
        .argParser((file) => parseSecret(readSecretFile(file)))
        .conflicts('secret'),
    )
    .addOption(
      new Option(
        '--seller <id>',
        'create an endpoint of this seller (or of the only one) while listening',
      ).conflicts(['secret', 'secretFile']),
    )
    .addOption(
      new Option(
        '--forward-to <url>',
        'read the events through the API instead, and post them to this URL',
      )
        .argParser(parseTarget)
        .conflicts(['port', 'seller']),
    )
    .addHelpText(
      'after',
      localized(
        '\nWith --json it prints one line for each event. With --forward-to it needs neither the ' +
          `database\nnor an address that the service can reach.${ACCESS_HELP}`,
      ),
    )
    .action(listen)
  addTrigger(webhooks)
}
