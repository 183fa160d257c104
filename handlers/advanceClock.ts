import type { Handler } from './support/handler.ts'
import * as present from './support/present.ts'

export const advanceClock: Handler<'advanceClock', 'dueRounds'> = async ({
  body,
  service,
  fail,
}) => {
  const advanced = await service.dueRounds.advance(body.seconds)
  if (advanced) return { status: 200, body: present.clock(advanced) }
  throw fail('invalid_request', 'seconds', 'O relógio não passa do ano 9998.')
}
