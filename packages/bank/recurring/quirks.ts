/** Deviations of real banks in Pix Automático, by name. */
import type { Quirk } from '../quirks.ts'
import { ORDINARY_SCOPES } from '../tokens.ts'

const CONSENT_SECONDS = 3_600
const CANCEL_SECONDS = 43_200
const SLOW_PASSING_MS = 6 * 60 * 60 * 1000

export const recurringQuirks: Record<string, Quirk> = {
  'rec-repeats': {
    text: 'a location is taken for a second recurrence',
    apply: ({ books: { recurring } }) => {
      recurring.settings.repeatsLocations = true
    },
  },
  'rec-403': {
    text: 'every operation of Pix Automático is answered 403',
    apply: ({ books: { recurring } }) => {
      recurring.settings.refusesAll = 403
    },
  },
  'rec-404': {
    text: 'every operation of Pix Automático is answered 404',
    apply: ({ books: { recurring } }) => {
      recurring.settings.refusesAll = 404
    },
  },
  'scopes-all-or-nothing': {
    text: 'no scope of Pix Automático is granted, and a request that names one gets no token',
    apply: (bank) => {
      bank.scopes = ORDINARY_SCOPES
      bank.grants_all_or_nothing = true
    },
  },
  'late-consent': {
    text: "a payer's consent takes a while to this bank",
    setting: { unit: 'seconds', default: CONSENT_SECONDS },
    apply: ({ books: { recurring } }, seconds = CONSENT_SECONDS) => {
      recurring.settings.consentDelayMs = Number(seconds) * 1000
    },
  },
  'no-dados-qr': {
    text: 'a recurrence comes without dadosQR',
    apply: ({ books: { recurring } }) => {
      recurring.settings.givesCode = false
    },
  },
  'no-consent': {
    text: "the payer's bank pays a composite code and knows no recurrence",
    apply: ({ books: { recurring } }) => {
      recurring.settings.consents = false
    },
  },
  'charge-slow': {
    text: 'a recurring charge stays CRIADA for six hours',
    apply: ({ books: { recurring } }) => {
      recurring.settings.passingMs = SLOW_PASSING_MS
    },
  },
  'working-days': {
    text: 'an instruction needs two working days of notice',
    apply: ({ books: { recurring } }) => {
      recurring.settings.countsWorkingDays = true
    },
  },
  'adjusts-days': {
    text: 'a due day on a weekend is moved to the next working day, whatever ajusteDiaUtil says',
    apply: ({ books: { recurring } }) => {
      recurring.settings.adjustsDays = true
    },
  },
  'same-attempt-id': {
    text: 'the attempts of a charge have one endToEndId',
    apply: ({ books: { recurring } }) => {
      recurring.settings.repeatsAttemptId = true
    },
  },
  'unknown-status': {
    text: 'whatever is under way has a status that the contract does not know',
    apply: ({ books: { recurring } }) => {
      recurring.settings.unknownStatus = 'EM_ANALISE'
    },
  },
  reject: {
    text: "the payer's bank refuses every instruction with this code",
    setting: { word: /^[A-Z0-9]{4}$/, unit: 'the code', default: 'MIDI' },
    apply: ({ books: { recurring } }, code = 'MIDI') => {
      recurring.settings.rejects = String(code)
    },
  },
  'rec-list-empty': {
    text: 'the list of recurrences is empty',
    apply: ({ books: { recurring } }) => {
      recurring.settings.listsNothing = true
    },
  },
  'slow-cancel': {
    text: 'a recurrence that is canceled ends a while later, and is debited until then',
    setting: { unit: 'seconds', default: CANCEL_SECONDS },
    apply: ({ books: { recurring } }, seconds = CANCEL_SECONDS) => {
      recurring.settings.cancelDelayMs = Number(seconds) * 1000
    },
  },
}
