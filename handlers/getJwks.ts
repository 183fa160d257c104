import type { components } from '../generated/types.ts'
import type { Handler } from './support/handler.ts'

type Keys = components['schemas']['JsonWebKeySet']['keys']

export const getJwks: Handler<'getJwks', 'keys'> = async ({ service, now }) => {
  const keys = (await service.keys.published(now)) as Keys
  return { status: 200, body: { keys } }
}
