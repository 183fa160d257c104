/** What real banks do otherwise than the contract says, by name. */
import type { Bank } from './bank.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Quirk = { text: string; apply(bank: Bank): void }

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
}
