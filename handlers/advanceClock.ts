import type { Handler } from './operation.ts'
import * as present from './present.ts'

export const advanceClock: Handler<'advanceClock'> = async ({ body, service }) => ({
  status: 200,
  body: present.clock(await service.clock.advance(body.seconds)),
})
