const works: (() => unknown)[] = []

/** Cleans up after the test file, what was made last first: a service goes before its database. */
export function atEnd(work: () => unknown): void {
  works.push(work)
}

/** Does what was left for the end. */
export async function cleanUp(): Promise<void> {
  const faults: unknown[] = []
  for (const work of works.splice(0).toReversed()) {
    // What cannot be cleaned up must not keep the rest from it.
    await Promise.try(work).catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw new AggregateError(faults, String(faults[0]))
}
