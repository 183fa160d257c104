import { inSpan, isTraced } from '../runtime/traces.ts'
import type { RequestContext } from './context.ts'
import type { Response } from './response.ts'

/** Runs a request within a span, named as OpenTelemetry's semantic conventions for HTTP say. */
export function inRequestSpan(
  context: RequestContext,
  run: () => Promise<Response>,
): Promise<Response> {
  if (!isTraced()) return run()
  const { method, headers, requestId, operation } = context
  const attributes = { 'http.request.method': method, 'balcao.request_id': requestId }
  const options = { kind: 'SERVER', attributes, carrier: headers } as const
  return inSpan(method, options, async (span) => {
    const response = await run()
    span?.setAttribute('http.response.status_code', response.status)
    if (operation) {
      // The path template: the path itself may hold the token of a payment page.
      span?.updateName(`${method} ${operation.path}`)
      span?.setAttribute('http.route', operation.path)
    }
    return response
  })
}
