/** `GET /pix` of the simulated bank, as the contract has it and as banks get it wrong. */
import { pageOf, parametersShown } from './paging.ts'
import type { ListedPix } from './views.ts'

type Fields = Record<string, unknown>

/** Deviations of a bank's list from the contract. */
export type ListQuirks = {
  /** Parameters that it refuses, and those that it takes and does not heed. */
  refuses: string[]
  ignores: string[]
  /** The longest time between `inicio` and `fim` that it takes. */
  maxSpanMs: number
  /** Finds something only between times with Brasília's offset. */
  findsByOffsetOnly: boolean
  /** Refuses times with a fraction of a second. */
  wantsWholeSeconds: boolean
  /** The number of pages that it claims, whatever there is. */
  pagesSaid: number | undefined
  /** Answers a page past the end with the last one once more. */
  repeatsLastPage: boolean
  /** The number of pages that it claims where there is nothing. */
  emptyPagesSaid: number | undefined
}

export const noQuirks = (): ListQuirks => ({
  refuses: [],
  ignores: [],
  maxSpanMs: Infinity,
  findsByOffsetOnly: false,
  wantsWholeSeconds: false,
  pagesSaid: undefined,
  repeatsLastPage: false,
  emptyPagesSaid: undefined,
})

const isOfBrasilia = (time: unknown) => String(time).endsWith('-03:00')
const hasFraction = (time: unknown) => /[.,]\d/.test(String(time))

const filters: Record<string, (pix: ListedPix, value: string) => boolean> = {
  txid: (pix, value) => pix.txid === value,
  txIdPresente: (pix, value) => (pix.txid !== undefined) === (value === 'true'),
  devolucaoPresente: (pix, value) => (pix.devolucoes ?? []).length > 0 === (value === 'true'),
}

/**
 * One page of the list.
 *
 * @param pageSize the largest page that the bank gives
 * @returns undefined when it refuses the request
 */
export function listPage(
  transfers: readonly ListedPix[],
  asked: Fields,
  { pageSize, quirks }: { pageSize: number; quirks: ListQuirks },
): Fields | undefined {
  const { refuses, ignores, maxSpanMs, findsByOffsetOnly, wantsWholeSeconds } = quirks
  const heeded = new Map(
    Object.entries(asked)
      .filter(([name]) => !ignores.includes(name))
      .map(([name, value]) => [name, String(value)]),
  )
  const { inicio, fim } = asked
  const [from, to] = [Date.parse(String(inicio)), Date.parse(String(fim))]
  if (!(from <= to) || to - from > maxSpanMs) return undefined
  if (refuses.some((name) => name in asked)) return undefined
  if (wantsWholeSeconds && [inicio, fim].some(hasFraction)) return undefined
  const isUnderstood = !findsByOffsetOnly || [inicio, fim].every(isOfBrasilia)
  const wanting = Object.entries(filters).flatMap(([name, holds]) => {
    const value = heeded.get(name)
    return value === undefined ? [] : [(pix: ListedPix) => holds(pix, value)]
  })
  const found = transfers.filter((pix) => {
    if (!isUnderstood || !wanting.every((holds) => holds(pix))) return false
    const at = Date.parse(pix.horario)
    return at >= from && at <= to
  })
  const { items, paginacao } = pageOf(found, Object.fromEntries(heeded), pageSize, quirks)
  return { parametros: { ...parametersShown(asked, ignores), paginacao }, pix: items }
}
