/** A page of a list of the simulated bank, as `Paginacao` of the contract has it. */

type Fields = Record<string, unknown>

const PAGE = 'paginacao.paginaAtual'
const SIZE = 'paginacao.itensPorPagina'

/** Deviations of the pages from the contract. */
type PageQuirks = {
  pagesSaid?: number | undefined
  emptyPagesSaid?: number | undefined
  repeatsLastPage?: boolean
}

/**
 * @param asked the parameters that the bank heeds
 * @param pageSize the largest page that it gives
 */
export function pageOf<Item>(
  found: readonly Item[],
  asked: Fields,
  pageSize: number,
  { pagesSaid, emptyPagesSaid, repeatsLastPage = false }: PageQuirks = {},
): { items: Item[]; paginacao: Record<string, number> } {
  const itensPorPagina = Math.min(Number(asked[SIZE] ?? pageSize), pageSize)
  const pages = Math.max(1, Math.ceil(found.length / itensPorPagina))
  const wanted = Number(asked[PAGE] ?? 0)
  const paginaAtual = repeatsLastPage ? Math.min(wanted, pages - 1) : wanted
  const first = paginaAtual * itensPorPagina
  return {
    items: found.slice(first, first + itensPorPagina),
    paginacao: {
      paginaAtual,
      itensPorPagina,
      quantidadeDePaginas: (found.length === 0 ? emptyPagesSaid : undefined) ?? pagesSaid ?? pages,
      quantidadeTotalDeItens: found.length,
    },
  }
}

/** The parameters of a request as its answer repeats them, without those that it did not heed. */
export function parametersShown(asked: Fields, ignores: readonly string[] = []): Fields {
  const shown = Object.entries(asked).filter(
    ([name]) => !name.startsWith('paginacao.') && !ignores.includes(name),
  )
  return Object.fromEntries(
    shown.map(([name, value]) => {
      const isFlag = value === 'true' || value === 'false'
      return [name, isFlag ? value === 'true' : value]
    }),
  )
}

/** @returns a check that a time lies in the asked range, or undefined when none can */
export function between({ inicio, fim }: Fields): ((time: string) => boolean) | undefined {
  const from = inicio === undefined ? -Infinity : Date.parse(String(inicio))
  const to = fim === undefined ? Infinity : Date.parse(String(fim))
  if (!(from <= to)) return undefined
  return (time) => Date.parse(time) >= from && Date.parse(time) <= to
}
