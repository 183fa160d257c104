import type { Handler } from './support/handler.ts'
import * as present from './support/present.ts'

export const getClock: Handler<'getClock'> = ({ now }) => ({
  status: 200,
  body: present.clock(now),
})
