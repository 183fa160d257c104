/** A page of a list, as the contract has it. */
export type Page<Item> = { data: Item[]; next_cursor: string | null }

type List = (input: never) => Promise<Page<unknown>>

/** An item of a list. */
export type ItemOf<Lists extends List> = Awaited<ReturnType<Lists>>['data'][number]

type Query = { query?: { starting_after?: string } }

/**
 * Iterates over every item of a list, newest first. A page is read when it is reached.
 *
 * @param list an operation that lists, such as `balcao.listCheckouts`
 * @param input as that operation takes it; `query.limit` is the size of the pages
 */
export async function* each<Lists extends List>(
  list: Lists,
  ...[input]: Parameters<Lists>
): AsyncGenerator<ItemOf<Lists>, void, void> {
  // Every list of the contract takes the same cursor; the types do not say so.
  const read = list as unknown as (input: Query) => Promise<Page<ItemOf<Lists>>>
  let query = (input as Query | undefined)?.query ?? {}
  for (;;) {
    const { data, next_cursor } = await read({ ...(input as Query | undefined), query })
    yield* data
    if (next_cursor === null) return
    query = { ...query, starting_after: next_cursor }
  }
}
