import type { Handler } from './operation.ts'
import * as present from './present.ts'

/** Beyond it, timestamps would not keep the form that the contract gives them. */
const LATEST_MS = Date.parse('9999-01-01T00:00:00.000Z')

export const advanceClock: Handler<'advanceClock'> = async ({ body, now, service, fail }) => {
  if (now.getTime() + body.seconds * 1000 > LATEST_MS) {
    throw fail('invalid_request', 'seconds', 'O relógio não passa do ano 9998.')
  }
  const advanced = await service.clock.advance(body.seconds)
  return { status: 200, body: present.clock(advanced) }
}
