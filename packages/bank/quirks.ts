/** Deviations of real banks from the contract, by name. */
import type { Bank } from './bank.ts'
import { recurringQuirks } from './recurring/quirks.ts'
import { writtenAsBrasilia } from './views.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const STALE_SECONDS = 2
const QUEUED_SECONDS = 300
const HELD_SECONDS = 2_700
const REQUESTS_PER_MINUTE = 60

/** The unit of a quirk's number, or what its word is, and the default. */
type Setting = { unit: string; default: number } | { word: RegExp; unit: string; default: string }

export type Quirk = {
  text: string
  setting?: Setting
  apply(bank: Bank, setting?: number | string): void
}

/** The key that satisfies the quirks that demand one. */
export const DEMANDED_KEY = 'chave-da-loja'

const isText = (given: string) => /^[\w.]+$/.test(given) && given !== 'undefined'
const isUuid = (given: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(given)

export const quirks: Record<string, Quirk> = {
  'created-200': {
    text: 'what was made is answered 200',
    apply: (bank) => {
      bank.created_status = 200
    },
  },
  'ended-403': {
    text: 'a token that has ended is answered 403',
    apply: (bank) => {
      bank.ended_status = 403
    },
  },
  'short-tokens': {
    text: 'a token is good for 30 seconds',
    apply: (bank) => {
      bank.token_lifetime_seconds = 30
    },
  },
  compressed: {
    text: 'answers are compressed, whatever was asked for',
    apply: (bank) => {
      bank.compresses = true
    },
  },
  'no-code': {
    text: 'a charge comes without pixCopiaECola',
    apply: ({ books }) => {
      books.gives_code = false
    },
  },
  'no-transfers': {
    text: 'a charge is shown without its transfers',
    apply: ({ books }) => {
      books.shows_pix = false
    },
  },
  'charge-again': {
    text: 'a charge that is ATIVA may be made again, as the contract has it, and as it does',
    apply: ({ books }) => {
      books.allows_repeats = true
    },
  },
  'charge-once': {
    text: 'a charge that is there is refused, also while it is ATIVA',
    apply: ({ books }) => {
      books.allows_repeats = false
    },
  },
  'slow-returns': {
    text: 'a return is EM_PROCESSAMENTO until it is ended by hand',
    apply: ({ books }) => {
      books.return_state = 'EM_PROCESSAMENTO'
    },
  },
  'failed-returns': {
    text: 'a return becomes NAO_REALIZADO',
    apply: ({ books }) => {
      books.return_state = 'NAO_REALIZADO'
    },
  },
  'list-small': {
    text: 'a page of GET /pix has two transfers at most',
    apply: ({ books }) => {
      books.page_size = 2
    },
  },
  'list-unfiltered': {
    text: 'GET /pix heeds none of its filters',
    apply: ({ books }) => {
      books.list.ignores.push('txid', 'txIdPresente', 'devolucaoPresente')
    },
  },
  'list-no-returns': {
    text: 'GET /pix refuses devolucaoPresente',
    apply: ({ books }) => {
      books.list.refuses.push('devolucaoPresente')
    },
  },
  'list-one-day': {
    text: 'GET /pix refuses more than a day',
    apply: ({ books }) => {
      books.list.maxSpanMs = DAY_MS
    },
  },
  'list-endless': {
    text: 'GET /pix gives its last page again behind the end',
    apply: ({ books }) => {
      books.list.repeatsLastPage = true
    },
  },
  'list-hundred-pages': {
    text: 'GET /pix says that there are a hundred pages, whatever there is',
    apply: ({ books }) => {
      books.list.pagesSaid = 100
    },
  },
  'offset-only': {
    text: 'GET /pix finds nothing unless inicio and fim end in -03:00',
    apply: ({ books }) => {
      books.list.findsByOffsetOnly = true
    },
  },
  'whole-seconds': {
    text: 'GET /pix refuses times with a fraction of a second',
    apply: ({ books }) => {
      books.list.wantsWholeSeconds = true
    },
  },
  'false-utc': {
    text: "a horario is Brasília's time with a Z behind it",
    apply: ({ books }) => {
      books.writesTime = writtenAsBrasilia
    },
  },
  'held-transfers': {
    text: "the payer's bank holds a transfer for a while after it has given it an id",
    setting: { unit: 'seconds', default: HELD_SECONDS },
    apply: ({ books }, seconds = HELD_SECONDS) => {
      books.heldMs = Number(seconds) * 1000
    },
  },
  'stale-reads': {
    text: 'whatever is read, of Pix Automático too, is read as it was a while ago',
    setting: { unit: 'seconds', default: STALE_SECONDS },
    apply: ({ books }, seconds = STALE_SECONDS) => {
      books.staleMs = Number(seconds) * 1000
    },
  },
  'repeated-orders': {
    text: 'the answer to an order of a return is lost, and a repeat is refused',
    apply: ({ loses }) => {
      loses.push('PUT /devolucao')
    },
  },
  'queued-orders': {
    text: 'the answer to an order of a return is lost, a repeat is refused, and nothing shows it',
    setting: { unit: 'seconds', default: QUEUED_SECONDS },
    apply: ({ books, loses }, seconds = QUEUED_SECONDS) => {
      books.queuedMs = Number(seconds) * 1000
      loses.push('PUT /devolucao')
    },
  },
  limited: {
    text: 'more requests in a minute are answered 429, with Retry-After',
    setting: { unit: 'requests', default: REQUESTS_PER_MINUTE },
    apply: (bank, requests = REQUESTS_PER_MINUTE) => {
      bank.requestsPerMinute = Number(requests)
    },
  },
  'no-callbacks': {
    text: 'every address of callbacks is refused, as one without mutual TLS is',
    apply: ({ books }) => {
      books.refuses_webhooks = true
    },
  },
  'form-credentials': {
    text: 'a token is issued for credentials in the form, and not by HTTP Basic',
    apply: (bank) => {
      bank.authentication = 'form'
    },
  },
  'no-secret': {
    text: 'a token is issued for the certificate and the client_id, without a secret',
    apply: (bank) => {
      bank.authentication = 'certificate'
    },
  },
  'no-scopes': {
    text: 'a request for a token that names scopes is refused',
    apply: (bank) => {
      bank.refuses_scopes = true
    },
  },
  'query-key': {
    text: `each request needs gw-dev-app-key=${DEMANDED_KEY} in its query`,
    apply: ({ demands }) => {
      demands.push({ place: 'query', name: 'gw-dev-app-key', value: DEMANDED_KEY, on: 'every' })
    },
  },
  'header-key': {
    text: `each request needs the header x-itau-apikey: ${DEMANDED_KEY}`,
    apply: ({ demands }) => {
      demands.push({ place: 'header', name: 'x-itau-apikey', value: DEMANDED_KEY, on: 'every' })
    },
  },
  'header-client-id': {
    text: 'each request needs the client_id in the headers client_id and x-sicoob-clientid',
    apply: ({ demands, client_id: value }) => {
      for (const name of ['client_id', 'x-sicoob-clientid']) {
        demands.push({ place: 'header', name, value, on: 'every' })
      }
    },
  },
  'header-software': {
    text: 'each request needs partner-software-name and partner-software-version',
    apply: ({ demands }) => {
      for (const part of ['name', 'version']) {
        const name = `partner-software-${part}`
        demands.push({ place: 'header', name, value: isText, on: 'every' })
      }
    },
  },
  'header-correlation': {
    text: 'each request needs another UUID in the header x-itau-correlationid',
    apply: ({ demands }) => {
      const seen = new Set<string>()
      const value = (given: string) => {
        const isFresh = isUuid(given) && !seen.has(given)
        seen.add(given)
        return isFresh
      }
      demands.push({ place: 'header', name: 'x-itau-correlationid', value, on: 'every' })
    },
  },
  'header-webhook': {
    text: 'an address of callbacks is taken with x-skip-mtls-checking: true only',
    apply: ({ demands }) => {
      demands.push({ place: 'header', name: 'x-skip-mtls-checking', value: 'true', on: 'webhook' })
    },
  },
  'cob-v3': {
    text: '/cob/{txid} is under /v3, and all else under /v2',
    apply: (bank) => {
      bank.api_path = '/pix'
      bank.version_of = ({ path }) => (path.startsWith('/cob/') ? 'v3' : 'v2')
    },
  },
  'patch-v2': {
    text: 'PATCH is under /v2, and all else under /v1',
    apply: (bank) => {
      bank.api_path = '/pix'
      bank.version_of = ({ method }) => (method === 'PATCH' ? 'v2' : 'v1')
    },
  },
  'token-query': {
    text: 'grant_type is taken from the query of a request for a token, and not from its form',
    apply: (bank) => {
      bank.grant_in_query = true
    },
  },
  'token-path': {
    text: 'tokens are issued at another path, and at /oauth/token there is nothing',
    apply: (bank) => {
      bank.token_path = '/auth/server/oauth/token'
    },
  },
  ...recurringQuirks,
}

/** A quirk as it is asked for: its name, or `name=setting` when it has a number or a word. */
export type NamedQuirk = { name: string; setting: number | string | undefined }

/** @returns undefined when there is no such quirk, or when its setting is none */
export function parseQuirk(text: string): NamedQuirk | undefined {
  const [name = '', given, ...more] = text.split('=')
  const quirk = Object.hasOwn(quirks, name) ? quirks[name] : undefined
  if (!quirk || more.length > 0) return undefined
  if (given === undefined) return { name, setting: quirk.setting?.default }
  const { setting } = quirk
  if (!setting) return undefined
  if ('word' in setting) return setting.word.test(given) ? { name, setting: given } : undefined
  return /^\d{1,6}$/.test(given) ? { name, setting: Number(given) } : undefined
}

/** A quirk as the help of the command line lists it. */
export function describeQuirk(name: string): string {
  const { text, setting } = quirks[name] ?? {}
  return setting ? `${text} (${name}=${setting.default}: ${setting.unit})` : String(text)
}
