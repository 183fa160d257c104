import { userInfo } from 'node:os'

/** The system's name of the process's user, or its id: a container's user may have no name. */
export function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}
