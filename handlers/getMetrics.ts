import type { Handler } from './operation.ts'

export const getMetrics: Handler<'getMetrics'> = async ({ service }) => ({
  status: 200,
  body: await service.metrics.text(),
})
