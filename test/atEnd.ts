import { after } from 'node:test'

const works: (() => unknown)[] = []

after(async () => {
  for (const work of works.toReversed()) await work()
})

/** Cleans up after the test file, what was made last first: a service goes before its database. */
export function atEnd(work: () => unknown): void {
  works.push(work)
}
