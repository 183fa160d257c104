/** Express as the peer uses it, apart from its routes and checks. */
import express from 'express'
import type { ErrorRequestHandler, Express, Request } from 'express'
import { ApiError } from '../../../../contract/apiError.ts'
import { answerTo, BODY_LIMIT_BYTES, fixedHeaders, newRequestId } from './answers.ts'
import { settings } from './settings.ts'

/** The page that a checked query string asks for. */
export function pageOf({ limit, starting_after, external_id }: Record<string, unknown>) {
  return {
    limit: Number(limit ?? 20),
    starting_after: starting_after as string | undefined,
    external_id: external_id as string | undefined,
  }
}

/** A form as it was sent, with each repeated field as often as it came. */
export function formOf(body: Record<string, string | string[]> = {}): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(body)) {
    for (const one of [value].flat()) form.append(name, one)
  }
  return form
}

/** An app that reads bodies, without routes. */
export function createExpressApp(): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.use((_, response, next) => {
    response.set(fixedHeaders).set('X-Request-Id', newRequestId())
    next()
  })
  app.use(express.json({ limit: BODY_LIMIT_BYTES }))
  app.use(express.urlencoded({ extended: false, limit: BODY_LIMIT_BYTES }))
  return app
}

/**
 * Adds the answer to errors, and listens.
 *
 * @param refusalOf the refusal that stands for an error of the peer's library, if it is one
 */
export function serveExpress(
  app: Express,
  refusalOf: (error: unknown, request: Request) => ApiError | undefined,
): void {
  app.use(() => {
    throw new ApiError('route_not_found')
  })
  const onError: ErrorRequestHandler = (error, request, response, _) => {
    const { type } = error as { type?: string }
    const unread = type === 'entity.too.large' ? 'request_too_large' : 'invalid_request'
    const refusal = type?.startsWith('entity.') ? new ApiError(unread) : refusalOf(error, request)
    const request_id = String(response.get('X-Request-Id'))
    const { status, headers, body } = answerTo(refusal ?? error, request_id, request.path)
    response.status(status).set(headers).json(body)
  }
  app.use(onError)
  app.listen(settings.port, '127.0.0.1')
}
