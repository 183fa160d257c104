import { LRUCache } from 'lru-cache'

/**
 * The entries that were used last, at most so many. They take memory as they come: `max` of
 * lru-cache would take it for all of them at once, 1.6 ms for 20,000 as a process starts.
 */
export const recentlyUsed = <Value extends object | number>(most: number) =>
  new LRUCache<string, Value>({ maxSize: most, sizeCalculation: () => 1 })
