/**
 * Loaded ahead of a service, gives it a disk that fails: `DISK_FAULT=sync,12,true` names the call
 * on SQLite's log that fails, which one of them, and whether all after it do.
 */
import { dirname } from 'node:path'
import { Disk } from './disk.ts'

const [call, ordinal, for_ever] = (process.env['DISK_FAULT'] ?? '').split(',')
const disk = new Disk(dirname((process.env['DATABASE_URL'] ?? '').replace('sqlite:', '')))
let count = 0
disk.fault = ({ name, path }) => {
  if (name !== call || !path.endsWith('-wal')) return undefined
  count++
  const fails = for_ever === 'true' ? count >= Number(ordinal) : count === Number(ordinal)
  return fails ? 'EIO' : undefined
}
