/** The response of a browser's authenticator, posted in a field of a form. */
import { lastValue } from './forms.ts'
import type { Form } from './forms.ts'

/** The longest answer of an authenticator that is read, in characters. */
const MAX_LENGTH = 16_384

/** The answer (Web Authentication Level 3, §5.1); undefined for what is no JSON. */
export function passkeyOf(form: Form): unknown {
  const json = lastValue(form, 'passkey') ?? ''
  if (json === '' || json.length > MAX_LENGTH) return undefined
  try {
    return JSON.parse(json) as unknown
  } catch {
    return undefined
  }
}
