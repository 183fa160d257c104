import { kinds } from './misfortune.ts'
import type { Life } from './worlds.ts'

/** How many checkouts are lived at most, in times of those of the life itself. */
const MAX_TIMES = 12

/**
 * Makes a life that shows a difference smaller, as long as it still shows one: the first checkouts
 * only, then fewer of them, and fewer kinds of faults. Each checkout draws from a seed of its own,
 * so that most of what is left stays as it was.
 *
 * @param differs lives it, and says whether there is a difference
 */
export async function shrink(life: Life, differs: (life: Life) => Promise<boolean>): Promise<Life> {
  let smallest = life
  let left = MAX_TIMES * life.checkouts
  const isEnough = async (smaller: Life): Promise<boolean> => {
    left -= smaller.only?.length ?? smaller.checkouts
    if (left < 0 || !(await differs(smaller))) return false
    smallest = smaller
    return true
  }
  for (let checkouts = 1; checkouts < life.checkouts; checkouts *= 2) {
    if (await isEnough({ ...life, checkouts })) break
  }
  const all = Array.from({ length: smallest.checkouts }, (_, number) => number)
  for (let size = Math.ceil(all.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let first = 0; first < all.length; first += size) {
      const lived = smallest.only ?? all
      const gone = all.slice(first, first + size)
      const only = lived.filter((number) => !gone.includes(number))
      if (only.length > 0 && only.length < lived.length) await isEnough({ ...smallest, only })
    }
  }
  for (const kind of kinds) {
    await isEnough({ ...smallest, without: [...(smallest.without ?? []), kind] })
  }
  return smallest
}

/** The command that lives it again. */
export function commandOf({ seed, checkouts, only, without }: Life): string {
  return [
    `npm run -s simulate -- --seed ${seed} --checkouts ${checkouts}`,
    ...(only ? [`--only ${only.join(',')}`] : []),
    ...(without ? [`--without ${without.join(',')}`] : []),
    '--trace',
  ].join(' ')
}
