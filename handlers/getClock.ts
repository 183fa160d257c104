import type { Handler } from './operation.ts'
import * as present from './present.ts'

export const getClock: Handler<'getClock'> = ({ now }) => ({
  status: 200,
  body: present.clock(now),
})
