/** Views of the simulated bank's books: as of a moment, with times as the bank writes them. */

type Fields = Record<string, unknown>

export type ReturnState = 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'

/** A return of a transfer, whole or in part. */
export type Return = {
  id: string
  rtrId: string
  valor: string
  natureza?: string
  descricao?: string
  horario: { solicitacao?: string; liquidacao?: string }
  status: ReturnState
  motivo?: string
  /** The time at which it became NAO_REALIZADO; the contract shows no such time. */
  failedAt?: string
  /** The end of its time in a queue: nothing shows it before, and its id is used. */
  queuedUntil?: string
}

/** A transfer, as callbacks and charges show it. */
export type Pix = {
  endToEndId: string
  txid: string
  valor: string
  chave?: string
  horario: string
  infoPagador?: string
  devolucoes?: Return[]
}

/** A transfer in the list; one that did not come by a charge has no txid. */
export type ListedPix = Omit<Pix, 'txid'> & { txid?: string }

/** A charge from some time on. */
export type Revision = {
  revisao: number
  fields: Fields
  status: string
  sinceMs: number
  locationId: number | undefined
}

/** A charge as it is, and as it was before each change. */
export type Charge = Revision & { pix: Pix[]; earlier: Revision[] }

/**
 * A view of the books: its moment, the moment up to which the queue of orders is worked off in it,
 * and the form of its times.
 */
export type View = { asOfMs: number; queueMs: number; writesTime: (time: string) => string }

const BRASILIA_BEHIND_MS = 3 * 60 * 60 * 1000

export const writtenTruly = (time: string): string => time

/** Brasília's clock with a `Z` behind it, as one bank writes it: three hours early. */
export const writtenAsBrasilia = (time: string): string =>
  new Date(Date.parse(time) - BRASILIA_BEHIND_MS).toISOString()

const isAfter = ({ asOfMs }: View, time: string | undefined): boolean =>
  time !== undefined && Date.parse(time) > asOfMs

function returnIn(view: View, one: Return): Return | undefined {
  const { horario, failedAt, queuedUntil, ...made } = one
  if (isAfter(view, horario.solicitacao)) return undefined
  if (queuedUntil !== undefined && Date.parse(queuedUntil) > view.queueMs) return undefined
  const { liquidacao, ...asked } = horario
  const isPending = isAfter(view, liquidacao ?? failedAt)
  const times = Object.entries(isPending ? asked : horario)
  const written = Object.fromEntries(times.map(([name, time]) => [name, view.writesTime(time)]))
  if (!isPending) return { ...made, horario: written }
  const { motivo: _, ...pending } = made
  return { ...pending, horario: written, status: 'EM_PROCESSAMENTO' }
}

/** @returns undefined when there was no such transfer yet */
export function pixIn<Transfer extends ListedPix>(view: View, pix: Transfer): Transfer | undefined {
  if (isAfter(view, pix.horario)) return undefined
  const { devolucoes = [], ...transfer } = pix
  const returns = devolucoes.flatMap((one) => returnIn(view, one) ?? [])
  const horario = view.writesTime(pix.horario)
  return { ...transfer, horario, ...(returns.length > 0 && { devolucoes: returns }) } as Transfer
}

/**
 * @param asked the number of a revision, instead of the newest
 * @returns undefined when there was no such revision yet
 */
export function revisionIn(view: View, charge: Charge, asked?: number): Revision | undefined {
  return [...charge.earlier, charge].findLast(
    ({ revisao, sinceMs }) => sinceMs <= view.asOfMs && (asked ?? revisao) === revisao,
  )
}
