/** What real banks do otherwise than the contract says, by name. */
import type { Bank } from './bank.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Quirk = { text: string; apply(bank: Bank): void }

/** What the quirks that want a key are satisfied with. */
export const DEMANDED_KEY = 'chave-da-loja'

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
    text: 'a charge that is there may be made again',
    apply: ({ books }) => {
      books.allows_repeats = true
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
    text: 'each request needs the client_id in a header of that name',
    apply: ({ demands, client_id: value }) => {
      demands.push({ place: 'header', name: 'client_id', value, on: 'every' })
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
      bank.cob_version = 'v3'
    },
  },
}
