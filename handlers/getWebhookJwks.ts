import type { Handler } from './support/handler.ts'

/** Unknown sellers get keys too, so the response does not tell if a seller exists. */
export const getWebhookJwks: Handler<'getWebhookJwks', 'webhookKeys'> = async ({
  path,
  service,
  now,
}) => {
  const keys = await service.webhookKeys.published(path.sellerId, now)
  return { status: 200, body: { keys } }
}
