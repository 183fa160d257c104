import { constants } from 'node:os'
import { getSystemErrorMap } from 'node:util'

/** The error that Node's `fs` raises of a system call: it has no name for some, such as EDQUOT. */
export function systemError(name: keyof typeof constants.errno, syscall: string): Error {
  const errno = -constants.errno[name]
  const [code, text] = getSystemErrorMap().get(errno) ?? ['UNKNOWN', 'unknown error']
  return Object.assign(new Error(`${code}: ${text}, ${syscall}`), { errno, code, syscall })
}
