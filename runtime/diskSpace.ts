/** Free space beside a database that is a file of this machine. */
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { databaseFile } from '../db/databaseUrl.ts'

/** @returns bytes that are free to the service; null for a database that is not on this disk */
export async function freeBytesFor(databaseUrl: string): Promise<number | null> {
  const file = databaseFile(databaseUrl)
  if (file === undefined) return null
  const { bavail, bsize } = await statfs(dirname(file))
  return bavail * bsize
}
