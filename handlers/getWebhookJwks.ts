import type { Handler } from './support/handler.ts'

/** Whether there is such a seller is not asked, so that it cannot be learned here. */
export const getWebhookJwks: Handler<'getWebhookJwks'> = async ({ path, service, now }) => {
  const keys = await service.webhookKeys.published(path.sellerId, now)
  return { status: 200, body: { keys } }
}
