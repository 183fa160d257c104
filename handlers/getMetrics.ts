import type { Handler } from './support/handler.ts'

export const getMetrics: Handler<'getMetrics', 'metrics'> = async ({ service }) => ({
  status: 200,
  body: await service.metrics.text(),
})
