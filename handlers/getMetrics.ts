import type { Handler } from './support/handler.ts'

export const getMetrics: Handler<'getMetrics'> = async ({ service }) => ({
  status: 200,
  body: await service.metrics.text(),
})
