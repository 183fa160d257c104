/** Every profile with a bank or provider that answers to it, in one form for a test. */
import { onTestFinished } from 'vitest'
import type { BankSettings } from '../../domain/pix/bank/options.ts'
import { bankProfiles, profileNamed } from '../../domain/pix/bank/profiles.ts'
import type { ProviderApi } from '../../domain/pix/bank/profiles.ts'
import { callbackUrl } from '../../domain/pix/connections/bankConnections.ts'
import type { ProviderBank, ProviderFault } from '../../packages/bank/providerBank.ts'
import { startProvider as start } from '../../packages/bank/providers.ts'
import type { ProviderName } from '../../packages/bank/providers.ts'
import { quirks } from '../../packages/bank/quirks.ts'
import { quirksOf } from './profileQuirks.ts'
import { bankOf, PRICE_MINOR } from './rail.ts'
import type { TestAccount, TestService } from './service.ts'

/** A transfer, by the id that the whole Pix system has of it. */
type Paid = { endToEndId: string; announce(): Promise<void> }

/** The actions of a test at a bank or provider, whichever it is. */
export type ProviderSubject = {
  settings(): BankSettings
  /** Money arrives for a charge, also for one that has ended. */
  pay(txid: string): Paid
  takeBack(paid: Paid, amount_minor: number): Paid
  /** The money sent back of a transfer, in minor units. */
  sentBack(paid: Paid): number
  /** Gives its customer other credentials, and takes those before no more. */
  replaceCredentials(): Promise<void>
  /** Carries out refunds and loses their answers, until `recover`. */
  loseRefunds(): void
  /** The next request of this name goes wrong. */
  spoil(on: string, fault: ProviderFault): void
  /** The names of the requests that have come, in their order. */
  requests(): string[]
  recover(): void
  /** Requests that its documentation does not have. */
  violations(): string[]
}

type Place = { service: TestService; seller: TestAccount; profile: string }

async function atBank({ service, seller, profile }: Place): Promise<ProviderSubject> {
  const bank = await bankOf(service)
  // The contract's own path answers 404 where tokens are issued at another one.
  bank.checks_answers = false
  const { quirks: names, values = {} } = quirksOf[profile] ?? { quirks: [] }
  for (const name of names) quirks[name]?.apply(bank)
  const paid = (endToEndId: string): Paid => ({
    endToEndId,
    async announce() {
      const path = `${new URL(callbackUrl(service.url, seller.seller_id)).pathname}/pix`
      const json = { pix: [bank.books.transfer(endToEndId)] }
      await service.request('POST', path, { json })
      await service.service.rail.idle()
    },
  })
  return {
    settings: () => ({ ...bank.settings, profile, profile_values: values }),
    pay: (txid) => paid(bank.books.pay(txid, PRICE_MINOR).endToEndId),
    takeBack({ endToEndId }, amount_minor) {
      bank.books.takeBack({ endToEndId }, amount_minor)
      return paid(endToEndId)
    },
    sentBack: ({ endToEndId }) => PRICE_MINOR - (bank.books.balances().get(endToEndId) ?? 0),
    async replaceCredentials() {
      await bank.replaceCertificate()
      bank.client_secret = `${bank.client_secret}-novo`
      bank.endTokens()
    },
    loseRefunds: () => bank.order('PUT /devolucao', 'lose'),
    spoil: (on, fault) => bank.order(on, fault === 'stale' ? 'garble' : fault, 1),
    requests: () => bank.requests,
    recover: () => bank.recover(),
    violations: () => bank.violations,
  }
}

/** Starts a simulated provider, and ends it after the test. */
export async function startProvider(name: ProviderName, now: () => Date): Promise<ProviderBank> {
  const provider = await start(name, now)
  onTestFinished(() => provider.close())
  return provider
}

const atProvider =
  (name: ProviderName) =>
  async ({ service, seller }: Place): Promise<ProviderSubject> => {
    const provider = await startProvider(name, () => service.clock.now())
    const { books } = provider
    // The seller names the address on the provider's screen where the API takes none.
    provider.callback_url = callbackUrl(service.url, seller.seller_id)
    const paid = (endToEndId: string, what: 'paid' | 'taken'): Paid => ({
      endToEndId,
      async announce() {
        await provider.announce(books.byTransfer(endToEndId), what)
        await service.service.rail.idle()
      },
    })
    return {
      settings: () => provider.settings,
      pay: (txid) => paid(books.pay(txid).arrival.endToEndId, 'paid'),
      takeBack({ endToEndId }, amount_minor) {
        books.takeBack(endToEndId, amount_minor)
        return paid(endToEndId, 'taken')
      },
      sentBack: ({ endToEndId }) =>
        books
          .byTransfer(endToEndId)
          .refunds.filter(({ state }) => state === 'done')
          .reduce((sum, { amount_minor }) => sum + amount_minor, 0),
      async replaceCredentials() {
        provider.replaceKey()
      },
      loseRefunds() {
        provider.order('POST /charge/id/refund', 'lose')
        provider.order('POST /payments/id/refunds', 'lose')
      },
      spoil: (on, fault) => provider.order(on, fault, 1),
      requests: () => provider.requests,
      recover: () => provider.recover(),
      violations: () => provider.violations,
    }
  }

const subjects: Record<ProviderApi, (place: Place) => Promise<ProviderSubject>> = {
  bacen: atBank,
  mercadopago: atProvider('mercadopago'),
  woovi: atProvider('woovi'),
}

/** A bank or provider that a profile leads to. */
export const subjectOf = (place: Place): Promise<ProviderSubject> =>
  subjects[profileNamed(place.profile).api](place)

export const profileNames = bankProfiles.map(({ name }) => name)
