/** The order of the pages: by what a partner wants to do, not by when or where it was built. */
import { GenerationError } from '../../../contract/build/refused.ts'
import type { DocsPage } from '../markdown.ts'

export type SectionName =
  | 'start'
  | 'charge'
  | 'paid'
  | 'refund'
  | 'told'
  | 'reconcile'
  | 'live'
  | 'shops'
  | 'account'
  | 'reference'

type Outline = { name: SectionName; guides: string[]; chapters: string[] }

/** Each guide and each chapter of the contract stands in one section. */
const outlines: Outline[] = [
  {
    name: 'start',
    guides: [
      'first-payment-in-five-minutes',
      'first-payment-in-your-language',
      'sandbox',
      'access-tokens',
      'requests-and-answers',
      'money',
    ],
    chapters: ['authentication', 'sandbox'],
  },
  {
    name: 'charge',
    guides: ['payment-methods', 'carts-and-codes', 'payment-links', 'sell-a-subscription'],
    chapters: ['checkouts', 'payment-links', 'subscriptions', 'customers', 'products', 'offers'],
  },
  { name: 'paid', guides: [], chapters: ['payments', 'hosted-page'] },
  { name: 'refund', guides: ['refunds-and-reversals'], chapters: ['refunds'] },
  { name: 'told', guides: ['webhooks', 'catching-up'], chapters: ['events', 'webhooks'] },
  { name: 'reconcile', guides: ['reconciliation', 'pagination'], chapters: ['books'] },
  {
    name: 'live',
    guides: [
      'going-live',
      'connect-your-bank',
      'errors',
      'retries-and-idempotency',
      'limits',
      'contract-tests',
      'changes',
    ],
    chapters: ['account', 'settings', 'bank-callbacks'],
  },
  {
    name: 'shops',
    guides: [
      'sell-in-woocommerce',
      'sell-in-vendure',
      'sell-in-medusa',
      'moving-to-balcao',
      'how-it-compares',
    ],
    chapters: [],
  },
  { name: 'account', guides: [], chapters: ['api-clients', 'users', 'access', 'audit-trail'] },
  { name: 'reference', guides: [], chapters: ['discovery', 'documentation', 'operations'] },
]

/** Operations that a reader looks for elsewhere than at their tag of the contract. */
export const moved: Readonly<Record<string, string>> = {
  createCartCheckout: 'checkouts',
  getCheckoutPix: 'checkouts',
  getCheckoutPage: 'checkouts',
  cancelCheckout: 'checkouts',
  updateCustomer: 'customers',
  eraseCustomer: 'customers',
  updateProduct: 'products',
  archiveOffer: 'offers',
  createRefund: 'refunds',
  listRefunds: 'refunds',
  getRefund: 'refunds',
  listStatementEntries: 'books',
  exportStatementEntries: 'books',
  exportRefunds: 'refunds',
  listDailyTotals: 'books',
  search: 'books',
}

/** Chapters whose operations have all been moved; their pages stay, since others link to them. */
const emptied = ['catalogue-additions', 'checkout-additions']

/** A part of a section: a chapter with what belongs to it. Two have no chapter in the contract. */
export type Part = { name: string; chapter?: DocsPage; pages: DocsPage[] }

export type Section = { name: SectionName; guides: DocsPage[]; parts: Part[] }

const slug = (title: string) => title.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, '-')

/** The chapter at which a reader finds an operation or an event. */
const chapterOf = ({ kind, name, tag = '' }: DocsPage) =>
  (kind === 'operations' ? moved[name] : undefined) ?? slug(tag)

/**
 * The sections with their pages.
 *
 * @throws GenerationError for a guide or chapter that stands in no section, or a name that is no
 *   page
 */
export function sectionsOf(pages: DocsPage[]): Section[] {
  const byKey = new Map(pages.map((page) => [`${page.kind}/${page.name}`, page]))
  const placed = new Set(emptied.map((name) => `chapters/${name}`))
  const guide = (name: string): DocsPage => {
    const found = byKey.get(`guides/${name}`)
    if (!found)
      throw new GenerationError(`packages/docs/pages/outline.ts: there is no guide ${name}.`)
    placed.add(`guides/${name}`)
    return found
  }
  const part = (name: string): Part => {
    const chapter = byKey.get(`chapters/${name}`)
    const own = pages.filter(({ kind }) => kind === 'operations' || kind === 'events')
    placed.add(`chapters/${name}`)
    return {
      name,
      ...(chapter && { chapter }),
      pages: own.filter((one) => chapterOf(one) === name),
    }
  }
  const sections = outlines.map(({ name, guides, chapters }) => ({
    name,
    guides: guides.map(guide),
    parts: chapters.map(part),
  }))
  for (const [key, { kind }] of byKey) {
    if ((kind !== 'guides' && kind !== 'chapters') || placed.has(key)) continue
    throw new GenerationError(`packages/docs/pages/outline.ts: name ${key} in one of its sections.`)
  }
  return sections
}
