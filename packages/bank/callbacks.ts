/** Callbacks of the simulated bank. */

const CALLBACK_LIMIT_MS = 10_000

/** The status that an address answered with, why there is none, or null without an address. */
export type CallbackResult = number | string | null

export async function postCallback(url: string, body: object): Promise<CallbackResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(CALLBACK_LIMIT_MS),
    })
    return response.status
  } catch (error) {
    const { cause = error } = error as Error
    return String(cause)
  }
}
