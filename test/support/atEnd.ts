import { after } from 'node:test'

const works: (() => unknown)[] = []

after(async () => {
  const faults: unknown[] = []
  for (const work of works.toReversed()) {
    // What cannot be cleaned up must not keep the rest from it, or the file would never end.
    await Promise.try(work).catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw new AggregateError(faults, String(faults[0]))
})

/** Cleans up after the test file, what was made last first: a service goes before its database. */
export function atEnd(work: () => unknown): void {
  works.push(work)
}
