import { userInfo } from 'node:os'

/** The system's name of this process's user, or the id: a container's user may have no name. */
export function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}
