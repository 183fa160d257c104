import { faultKinds } from './faults.ts'
import type { Run } from './worlds.ts'

/** The bound of the search: so many times the checkouts of the run itself. */
const MAX_TIMES = 12

/**
 * Makes a run that shows a difference smaller, as long as it still shows one: the first checkouts
 * only, then fewer of them, and fewer kinds of faults. Each checkout draws from a seed of its own,
 * so that most of what is left stays as it was.
 *
 * @param differs runs it, and says whether there is a difference
 */
export async function shrink(run: Run, differs: (run: Run) => Promise<boolean>): Promise<Run> {
  let smallest = run
  let left = MAX_TIMES * run.checkouts
  const isEnough = async (smaller: Run): Promise<boolean> => {
    left -= smaller.only?.length ?? smaller.checkouts
    if (left < 0 || !(await differs(smaller))) return false
    smallest = smaller
    return true
  }
  for (let checkouts = 1; checkouts < run.checkouts; checkouts *= 2) {
    if (await isEnough({ ...run, checkouts })) break
  }
  const all = Array.from({ length: smallest.checkouts }, (_, number) => number)
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
export function commandOf({ seed, checkouts, only, without, provider }: Run): string {
  return [
    `npm run -s simulate -- --seed ${seed} --checkouts ${checkouts}`,
    ...(only ? [`--only ${only.join(',')}`] : []),
    ...(without ? [`--without ${without.join(',')}`] : []),
    ...(provider ? [`--provider ${provider}`] : []),
    '--trace',
  ].join(' ')
}
