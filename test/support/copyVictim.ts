/**
 * A process that copies a database and is killed between two batches. Arguments: the source, the
 * target, and after how many batches of the longest table.
 */
import { copyDatabase } from '../../db/maintenance/copy.ts'

const [from = '', to = '', batches] = process.argv.slice(2)
let count = 0
await copyDatabase({ from, to }, ({ done }) => {
  if (!done && ++count === Number(batches)) process.kill(process.pid, 'SIGKILL')
})
