const works: (() => unknown)[] = []

/** Cleans up after the test file, what was made last first: a service goes before its database. */
export function atEnd(work: () => unknown): void {
  works.push(work)
}

/**
 * Makes something when a test file first asks for it. The files of one process each have their own,
 * since what is left for the end of a file goes with that.
 */
export function onceForFile<Thing>(make: () => Thing): () => Thing {
  let made: { thing: Thing } | undefined
  return () => {
    if (made === undefined) {
      made = { thing: make() }
      atEnd(() => {
        made = undefined
      })
    }
    return made.thing
  }
}

/** Runs the clean-ups. */
export async function cleanUp(): Promise<void> {
  const faults: unknown[] = []
  for (const work of works.splice(0).toReversed()) {
    // A clean-up that fails must not keep the others from running.
    await Promise.try(work).catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw new AggregateError(faults, String(faults[0]))
}
