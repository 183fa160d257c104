import { faultKinds } from './faults.ts'
import type { Run } from './worlds.ts'

/** The bound of the search: so many times what is sold in the run itself. */
const MAX_TIMES = 12

/**
 * Makes a run that shows a difference smaller, as long as it still shows one: the first of what
 * is sold only, then less of it, and fewer kinds of faults. Each draws from a seed of its own, so
 * that most of what is left stays as it was.
 *
 * @param differs runs it, and says whether there is a difference
 */
export async function shrink(run: Run, differs: (run: Run) => Promise<boolean>): Promise<Run> {
  let smallest = run
  let left = MAX_TIMES * run.count
  const isEnough = async (smaller: Run): Promise<boolean> => {
    left -= smaller.only?.length ?? smaller.count
    if (left < 0 || !(await differs(smaller))) return false
    smallest = smaller
    return true
  }
  for (let count = 1; count < run.count; count *= 2) {
    if (await isEnough({ ...run, count })) break
  }
  const all = Array.from({ length: smallest.count }, (_, number) => number)
  for (let size = Math.ceil(all.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let first = 0; first < all.length; first += size) {
      const kept = smallest.only ?? all
      const gone = all.slice(first, first + size)
      const only = kept.filter((number) => !gone.includes(number))
      if (only.length > 0 && only.length < kept.length) await isEnough({ ...smallest, only })
    }
  }
  for (const kind of faultKinds) {
    await isEnough({ ...smallest, without: [...(smallest.without ?? []), kind] })
  }
  return smallest
}

/** The command that repeats a run. */
export function commandOf({ seed, sold, count, only, without, provider }: Run): string {
  return [
    `npm run -s simulate -- --seed ${seed} --${sold} ${count}`,
    ...(only ? [`--only ${only.join(',')}`] : []),
    ...(without ? [`--without ${without.join(',')}`] : []),
    ...(provider ? [`--provider ${provider}`] : []),
    '--trace',
  ].join(' ')
}
