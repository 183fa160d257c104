/** The part of the walk through the simulated bank that is of Pix Automático. */
import type { Bank } from '../bank.ts'
import { authorize, cancelSchedule, revoke, setFunds } from '../recurring/controls.ts'
import type { BankAnswer } from './bankCustomer.ts'
import {
  chargeOrder,
  CPF,
  dayAfter,
  recurrenceOrder,
  solicitationOrder,
} from './recurringOrders.ts'

type Body = BankAnswer['body']

type Walk = {
  bank: Bank
  /** @returns the body of the answer, whose status is the one that is expected */
  call: (status: number, method: string, path: string, body?: object) => Promise<Body>
  advanceMs: (ms: number) => void
  signIn: () => Promise<unknown>
}

const DAY_MS = 24 * 60 * 60 * 1000
const absent = 'z'.repeat(32)
const unknownId = `RR${'0'.repeat(27)}`

const between = (more: object = {}) => {
  const times = { inicio: '2026-01-01T00:00:00Z', fim: '2027-12-31T00:00:00-03:00' }
  return String(new URLSearchParams({ ...times, ...more }))
}
const backwards = between({ fim: '2025-01-01T00:00:00Z' })

/** A request of each operation, which breaks the contract where it has a body. */
export const recurringRequests: [string, string][] = [
  ['POST', '/locrec'],
  ['GET', '/locrec'],
  ['GET', '/locrec/1'],
  ['DELETE', '/locrec/1/idRec'],
  ['POST', '/rec'],
  ['GET', '/rec'],
  ['GET', `/rec/${unknownId}`],
  ['PATCH', `/rec/${unknownId}`],
  ['POST', '/solicrec'],
  ['GET', '/solicrec/x'],
  ['PATCH', '/solicrec/x'],
  ['PUT', `/cobr/${absent}`],
  ['POST', '/cobr'],
  ['PATCH', `/cobr/${absent}`],
  ['GET', `/cobr/${absent}`],
  ['GET', '/cobr'],
  ['POST', `/cobr/${absent}/retentativa/2026-01-01`],
  ...['PUT', 'GET', 'DELETE'].flatMap((method): [string, string][] => [
    [method, '/webhookrec'],
    [method, '/webhookcobr'],
  ]),
]

/** Locations and recurrences: made, read, listed and revised. @returns one that is approved */
async function recurrences({ bank, call }: Walk): Promise<string> {
  const now = bank.books.clock.now()
  const { id } = await call(201, 'POST', '/locrec')
  await call(200, 'GET', `/locrec/${String(id)}`)
  await call(404, 'GET', '/locrec/999')
  await call(404, 'DELETE', '/locrec/999/idRec')
  const { txid } = await call(201, 'POST', '/cob', {
    chave: bank.pix_key,
    valor: { original: '49.90' },
    calendario: {},
  })
  const ativacao = { dadosJornada: { txid } }
  const order = recurrenceOrder(now, { loc: id, ativacao })
  const { idRec } = await call(201, 'POST', '/rec', order)
  await call(400, 'POST', '/rec', order)
  const at = `/rec/${String(idRec)}`
  await call(200, 'GET', at)
  const { dadosQR } = await call(200, 'GET', `${at}?txid=${String(txid)}`)
  await call(400, 'GET', `${at}?txid=${absent}`)
  await call(404, 'GET', `/rec/${unknownId}`)
  await call(200, 'GET', `/locrec/${String(id)}`)
  await call(200, 'GET', `/locrec?${between({ idRecPresente: 'true', convenio: 'x' })}`)
  await call(400, 'GET', `/locrec?${backwards}`)
  await call(200, 'PATCH', at, { vinculo: { devedor: { nome: 'Maria Silva' } } })
  await call(404, 'PATCH', `/rec/${unknownId}`, { status: 'CANCELADA' })
  const { pixCopiaECola } = dadosQR as { pixCopiaECola: string }
  authorize(bank.books, { code: pixCopiaECola, cpf: CPF, limit: '100.00' })
  await call(200, 'GET', at)
  await call(400, 'PATCH', at, { loc: id })
  await call(
    200,
    'GET',
    `/rec?${between({ cpf: CPF, status: 'APROVADA', locationPresente: 'true' })}`,
  )
  await call(200, 'GET', `/rec?${between({ cnpj: '12ABC34501DE35' })}`)
  await call(400, 'GET', `/rec?${backwards}`)
  return String(idRec)
}

/** Solicitations, which reach the payer at once. */
async function solicitations({ bank, call }: Walk): Promise<void> {
  const now = bank.books.clock.now()
  const cnpj = { cnpj: '12ABC34501DE35', nome: 'Loja' }
  const order = recurrenceOrder(now, {
    vinculo: { contrato: 'c2', devedor: cnpj },
    valor: { valorMinimoRecebedor: '10.00' },
    politicaRetentativa: 'NAO_PERMITE',
    recebedor: { convenio: 'convenio-1' },
  })
  const { idRec } = await call(201, 'POST', '/rec', order)
  const asked = solicitationOrder(now, String(idRec))
  const { idSolicRec } = await call(201, 'POST', '/solicrec', asked)
  await call(400, 'POST', '/solicrec', asked)
  await call(404, 'POST', '/solicrec', solicitationOrder(now, unknownId))
  await call(200, 'GET', `/solicrec/${String(idSolicRec)}`)
  await call(404, 'GET', '/solicrec/x')
  const end = { status: 'CANCELADA' }
  await call(201, 'PATCH', `/solicrec/${String(idSolicRec)}`, end)
  await call(400, 'PATCH', `/solicrec/${String(idSolicRec)}`, end)
  await call(404, 'PATCH', '/solicrec/x', end)
  await call(200, 'GET', `/rec/${String(idRec)}`)
  revoke(bank.books, { idRec: String(idRec), by: 'payer_bank', codigo: 'AP13' })
  await call(200, 'GET', `/rec/${String(idRec)}`)
}

/** Charges: one that is paid at its second attempt, one that is canceled, one taken back. */
async function charges(walk: Walk, idRec: string): Promise<void> {
  const { bank, call, advanceMs, signIn } = walk
  const { books } = bank
  const due = dayAfter(books.clock.now(), 31)
  advanceMs(25 * DAY_MS)
  await signIn()
  const order = chargeOrder(idRec, due)
  const txid = 'b'.repeat(32)
  const at = `/cobr/${txid}`
  await call(201, 'PUT', at, order)
  await call(400, 'PUT', at, order)
  await call(404, 'PUT', `/cobr/${absent}`, chargeOrder(unknownId, due))
  await call(400, 'POST', '/cobr', order)
  await call(404, 'POST', '/cobr', chargeOrder(unknownId, due))
  await call(200, 'GET', at)
  await call(404, 'GET', `/cobr/${absent}`)
  await call(400, 'POST', `${at}/retentativa/2026-01-01`)
  await call(404, 'POST', `/cobr/${absent}/retentativa/2026-01-01`)
  const other = dayAfter(books.clock.now(), 6 + 31)
  setFunds(books, { cpf: CPF, funds: '0.00' })
  advanceMs(7 * DAY_MS)
  await signIn()
  await call(400, 'PATCH', at, { status: 'CANCELADA' })
  await call(404, 'PATCH', `/cobr/${absent}`, { status: 'CANCELADA' })
  await call(201, 'POST', `${at}/retentativa/${dayAfter(books.clock.now(), 1)}`)
  setFunds(books, { cpf: CPF, funds: null })
  advanceMs(2 * DAY_MS)
  await signIn()
  await call(200, 'GET', at)
  const made = await call(201, 'POST', '/cobr', chargeOrder(idRec, other))
  await call(200, 'PATCH', `/cobr/${String(made['txid'])}`, { status: 'CANCELADA' })
  const again = await call(201, 'POST', '/cobr', chargeOrder(idRec, other))
  advanceMs(20 * DAY_MS)
  await signIn()
  await call(200, 'GET', `/cobr/${String(again['txid'])}`)
  cancelSchedule(books, { txid: String(again['txid']) })
  await call(200, 'GET', `/cobr?${between({ idRec, cpf: CPF, status: 'CANCELADA' })}`)
  await call(200, 'GET', `/cobr?${between({ cnpj: '12ABC34501DE35', convenio: 'x' })}`)
  await call(400, 'GET', `/cobr?${backwards}`)
  await call(200, 'PATCH', `/rec/${idRec}`, { status: 'CANCELADA' })
  await call(200, 'DELETE', '/locrec/1/idRec')
}

async function webhooks({ call }: Walk): Promise<void> {
  for (const path of ['/webhookrec', '/webhookcobr']) {
    await call(404, 'GET', path)
    await call(404, 'DELETE', path)
    await call(200, 'PUT', path, { webhookUrl: 'https://loja.example/pix' })
    await call(400, 'PUT', path, { webhookUrl: 'x' })
    await call(200, 'GET', path)
    await call(204, 'DELETE', path)
  }
}

export async function walkRecurring(walk: Walk): Promise<void> {
  await walk.signIn()
  const idRec = await recurrences(walk)
  await solicitations(walk)
  await charges(walk, idRec)
  await webhooks(walk)
}
