/** Webhooks by an account's API client, without access to the service's database. */
import { randomBytes } from 'node:crypto'
import { Argument, InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import type { ForwardedEvent } from '../webhookForwarder.ts'
import { triggers } from '../webhookTriggers.ts'
import { localized } from '../texts/translate.ts'
import { ACCESS_HELP, withBalcao } from './access.ts'
import { printing } from './command.ts'
import { harmless } from '../../runtime/harmless.ts'

const SECRET_BYTES = 32

export function parseTarget(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw new InvalidArgumentError('A URL starts with http or https.')
}

const forwardedAsText = ({ event_id, type, response_status, reason }: ForwardedEvent) =>
  harmless(`${type}  ${event_id}  ${response_status ?? localized(`NO ANSWER: ${reason}`)}`)

type ListenOptions = {
  url: string
  secret: string | undefined
  json: boolean
  /** Resolves when no more events are to be read; rejects when none can be printed. */
  stop: Promise<unknown>
}

/** Posts announced events to an address on this machine, signed with the given or a new secret. */
export const listenByApi = ({ url, secret, json, stop }: ListenOptions): Promise<void> =>
  withBalcao(async (balcao) => {
    const { forward, newEvents } = await import('../webhookForwarder.ts')
    const signingSecret = secret ?? `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
    const say = (text: string) => (json ? console.error : console.log)(localized(text))
    const ending = new AbortController()
    const end = () => ending.abort()
    void stop.then(end, end)
    const signed = secret === undefined ? signingSecret : 'the given secret'
    const onReady = () => say(`Forwarding to ${url}, signed with ${signed}; stop with Ctrl-C.`)
    const { signal } = ending
    for await (const event of newEvents(balcao, { signal, onReady })) {
      const forwarded = await forward(event, { url, secret: signingSecret, signal })
      console.log(json ? JSON.stringify(forwarded) : forwardedAsText(forwarded))
    }
    await stop
  })

const trigger = (type: keyof typeof triggers) =>
  withBalcao(async (balcao) => {
    // Only a sandbox has a clock; where money moves, no object is made for the sake of its event.
    await balcao.getClock()
    return { value: { type, ...(await triggers[type](balcao)) } }
  })

export function addTrigger(webhooks: Command): void {
  webhooks
    .command('trigger')
    .description('Trigger an event in a sandbox, by doing what a seller and a buyer would do.')
    .addArgument(new Argument('<type>', 'of the event').choices(Object.keys(triggers)))
    .addHelpText('after', localized(`${ACCESS_HELP}`))
    .action(printing(trigger))
}
