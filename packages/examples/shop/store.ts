import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Order } from './orders.ts'

/** The shop's data. A real shop has a table for each, and writes both in one transaction. */
export type ShopData = {
  orders: Order[]
  /** The ids of the events that were handled. */
  handled: string[]
  /** The time of the newest event when the shop last caught up. */
  caught_up_to: string
}

export function read(file: string): ShopData {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ShopData
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { orders: [], handled: [], caught_up_to: new Date().toISOString() }
  }
}

/** The file is the old or the new one, and never a part, whenever the process ends. */
export function write(file: string, kept: ShopData): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(kept))
  renameSync(`${file}.new`, file)
}
