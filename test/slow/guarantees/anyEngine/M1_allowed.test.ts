/** M1: a bank does all that its contract allows, and more that banks do; no money is lost. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { Bacen } from '../../../../domain/pix/bank/bacen/bacen.ts'
import { checkoutOf } from '../../../../domain/pix/bank/txid.ts'
import { control, long, property } from '../../../support/property.ts'
import { PRICE_MINOR, startRail } from '../../../support/rail.ts'
import type { RailTest } from '../../../support/rail.ts'
import { breakQueries, skipped } from '../../../guarantees/support/breakage.ts'

type Body = Record<string, unknown>

/** A manner of a bank: `always`, or until it is well again, and the pause that it wants. */
type Manner = { always?: true; pauseMs?: number; be: (rail: RailTest) => void }

const changed =
  (change: (body: Body) => void) =>
  ({ bank }: RailTest) =>
    bank.order('', { change })

const eachPix = (body: Body, change: (pix: Body) => void) => {
  const all = Array.isArray(body['pix']) ? body['pix'] : 'endToEndId' in body ? [body] : []
  for (const pix of all as Body[]) change(pix)
}

const answering =
  (status: number, headers: Record<string, string> = {}, body: string | Buffer = '') =>
  ({ bank }: RailTest) =>
    bank.order('', { answer: { status, headers, body } }, 12)

const manners: Record<string, Manner> = {
  'leaves out what it may': {
    always: true,
    be: changed((body) => {
      for (const name of ['calendario', 'revisao', 'loc', 'pixCopiaECola']) delete body[name]
      eachPix(body, (pix) => {
        delete pix['txid']
      })
    }),
  },
  'writes null for what it leaves out': {
    always: true,
    be: changed((body) => {
      Object.assign(body, { pixCopiaECola: null, loc: null, devedor: null, infoAdicionais: null })
      eachPix(body, (pix) => {
        Object.assign(pix, { infoPagador: null, devolucoes: pix['devolucoes'] ?? null })
        if (!('txid' in body)) return
        pix['txid'] = null
      })
    }),
  },
  'answers 200 for 201': {
    always: true,
    be: ({ bank }) => {
      bank.created_status = 200
    },
  },
  'shows no transfers with a charge': {
    always: true,
    be: ({ bank }) => {
      bank.books.shows_pix = false
    },
  },
  'compresses its answers': {
    always: true,
    be: ({ bank }) => {
      bank.compresses = true
    },
  },
  'gives a location and no code': {
    always: true,
    be: ({ bank }) => {
      bank.books.gives_code = false
    },
  },
  'lets a charge be made again': {
    always: true,
    be: ({ bank }) => {
      bank.books.allows_repeats = true
    },
  },
  'writes local times': {
    always: true,
    be: changed((body) =>
      eachPix(body, (pix) => {
        const local = new Date(Date.parse(String(pix['horario'])) - 3 * 60 * 60 * 1000)
        pix['horario'] = local.toISOString().slice(0, -1)
      }),
    ),
  },
  'ends tokens early, as 403': {
    be: ({ bank }) => {
      bank.ended_status = 403
      bank.endTokens()
      bank.order('GET /cob', 403, 1)
    },
  },
  'has forgotten everything for a while': { be: answering(410) },
  'answers in XML': { be: answering(200, { 'content-type': 'text/xml' }, '<cob/>') },
  'fails in XML': { be: answering(502, { 'content-type': 'text/xml' }, '<erro/>') },
  'is asked too often': { pauseMs: 1_100, be: answering(429, { 'retry-after': '1' }) },
  'is closed for a while': { pauseMs: 1_100, be: answering(503, { 'retry-after': '1' }) },
  'changes the protocol': { be: answering(101, { connection: 'Upgrade', upgrade: 'x' }) },
  'cuts connections': { be: ({ bank }) => bank.order('', 'drop', 24) },
  'cuts connections after its work': { be: ({ bank }) => bank.order('', 'lose', 24) },
  'crosses its answers': {
    be: ({ bank }) => {
      bank.order(
        'GET /cob',
        {
          change: (body) => {
            body['txid'] = 'a'.repeat(32)
          },
        },
        6,
      )
    },
  },
  'processes returns slowly': {
    be: ({ bank }) => {
      bank.books.return_state = 'EM_PROCESSAMENTO'
    },
  },
  'does not carry returns out': {
    be: ({ bank }) => {
      bank.books.return_state = 'NAO_REALIZADO'
    },
  },
  'takes a moment': {
    always: true,
    be: ({ bank }) => {
      bank.order('', { hold: wait(100) })
    },
  },
}

const HALF_DAY_MS = 12 * 60 * 60 * 1000

/** Sessions are paid rightly, wrongly and twice, and money is taken back, at such a bank. */
async function trade(rail: RailTest, { always, pauseMs, be }: Manner): Promise<void> {
  const { books } = rail.bank
  const opened = []
  for (let i = 0; i < 3; i++) {
    const checkout = await rail.seller.checkout()
    if (i === 1) be(rail)
    await rail.view(checkout)
    opened.push(checkout)
  }
  const first = [...books.charges.keys()]
    .slice(0, 2)
    .map((txid, i) => books.pay(txid, PRICE_MINOR + i))
  await rail.announce({ txid: null }, 'x' as never, ...first)
  if (!always) {
    if (pauseMs) await wait(pauseMs)
    rail.bank.recover()
    books.return_state = 'DEVOLVIDO'
  }
  for (const [i, checkout] of opened.entries()) {
    await rail.payPage(checkout, PRICE_MINOR + (i === 1 ? 1 : 0))
  }
  books.endReturns('DEVOLVIDO')
  await rail.reconcile()
  const [pix] = books.transfers()
  if (pix && (books.balances().get(pix.endToEndId) ?? 0) > 1000) books.takeBack(pix, 1000)
  await rail.reconcile()
  await rail.reconcile(HALF_DAY_MS)
  await rail.reconcile(HALF_DAY_MS / 2)
  await rail.reconcile(HALF_DAY_MS)
}

/** Each transfer settled its session, or is back; and nothing went back twice. */
async function assertEnded(rail: RailTest): Promise<void> {
  await rail.assertMoneyAccountedFor()
  const { books } = rail.bank
  const settled = (await rail.rows('payments')).filter(({ outcome }) => outcome === 'settled')
  for (const [id, balance_minor] of books.balances()) {
    const kept = settled.some(({ end_to_end_id }) => end_to_end_id === id)
    assert.ok(kept ? balance_minor > 0 : balance_minor === 0, `${id}: ${balance_minor} left`)
  }
  assert.ok(settled.length >= 2, `${settled.length} sessions were paid`)
  const ended = new Set(settled.map(({ checkout_id }) => checkout_id))
  for (const [txid, charge] of books.charges) {
    const canBePaid = charge.status === 'ATIVA' && ended.has(checkoutOf(txid))
    assert.ok(!canBePaid, `${txid} can be paid at the bank, and its session has ended`)
  }
}

async function allHold(names: string[]): Promise<number> {
  const first = await startRail({ logLevel: 'silent' })
  let transfers = 0
  for (const name of names) {
    const rail = await first.another()
    const manner = manners[name]
    assert.ok(manner)
    await trade(rail, manner)
    await assertEnded(rail).catch((error: Error) => {
      error.message = `a bank that ${name}: ${error.message}`
      throw error
    })
    transfers += rail.bank.books.transfers().length
    // The rounds of the next one have nothing to do with this bank.
    for (const change of [
      `update charges set status = 'closed'`,
      `update bank_connections set disconnected_at = '2000-01-01T00:00:00.000Z'`,
    ]) {
      await rail.service.sql(`${change} where seller_id = ?`, rail.seller.seller_id)
    }
  }
  return transfers
}

property('M1', async () => {
  const names = Object.keys(manners)
  let transfers = 0
  for (let run = 0; run < (long ? 5 : 1); run++) transfers += await allHold(names)
  return (
    `${names.length} manners of a bank, ${transfers} transfers: each settled its session ` +
    'or is back, none twice'
  )
})

control('M1', 'transfers that a charge does not show are not asked for', async () => {
  const { readTransfers, readTransfer, listTransfers } = Bacen.prototype
  Object.assign(Bacen.prototype, {
    readTransfers: async () => ({ transfers: [], unclear: [] }),
    readTransfer: async () => undefined,
    listTransfers: async () => undefined,
  })
  try {
    await allHold(['shows no transfers with a charge'])
  } finally {
    Object.assign(Bacen.prototype, { readTransfers, readTransfer, listTransfers })
  }
})

control('M1', 'a return that was not carried out is left at that', async () => {
  const first = await startRail({ logLevel: 'silent' })
  breakQueries(first.service.db, { order_refund_again: skipped })
  const rail = await first.another()
  const manner = manners['does not carry returns out']
  assert.ok(manner)
  await trade(rail, manner)
  await assertEnded(rail)
})
