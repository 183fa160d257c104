/** The service in a process of its own, as `server.ts` runs it, with the limits of `LIMITS`. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openDatabase } from '../../../db/open.ts'
import { readEnvironment } from '../../../runtime/environment.ts'
import { createLog } from '../../../runtime/logger.ts'
import { serve } from '../../../server.ts'
import type { ServiceLimits } from '../../../server.ts'
import { Turns } from './turns.ts'

const environment = readEnvironment(process.env)
const log = createLog(environment.logLevel)
const { databaseUrl, databaseConnections } = environment
const db = await openDatabase(databaseUrl, { poolSize: databaseConnections })
const limits = JSON.parse(process.env['LIMITS'] ?? '{}') as Partial<ServiceLimits>
await serve({ environment, db, log, limits })

// Garbage is collected before memory is measured.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
let turns: Turns | undefined
process.on('message', (asked) => {
  if (asked === 'turns') {
    turns ??= new Turns()
    return void process.send?.(turns.take())
  }
  if (asked === 'peak') return void process.send?.(process.resourceUsage().maxRSS * 1024)
  // The buffers that a collection frees are counted off by the next one.
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.(heapUsed + external)
})
process.send?.('ready')
