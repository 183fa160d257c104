import { setTimeout as wait } from 'node:timers/promises'
import type { Attributes, Link, Span, SpanKind, Tracer } from '@opentelemetry/api'
import type { QueryRunner } from '../db/database.ts'
import type { Logger } from './logger.ts'

const STOP_LIMIT_MS = 1_000

type Tracing = {
  tracer: Tracer
  api: typeof import('@opentelemetry/api')
  stop(): Promise<void>
}

/** Undefined while tracing is off: OpenTelemetry is not even loaded then. */
let tracing: Tracing | undefined

/** True when spans are recorded. */
export const isTraced = (): boolean => tracing !== undefined

/** True when the environment names an endpoint for traces and does not switch tracing off. */
function isAskedFor(variables: NodeJS.ProcessEnv): boolean {
  const endpoint =
    variables['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || variables['OTEL_EXPORTER_OTLP_ENDPOINT']
  const off =
    variables['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' ||
    variables['OTEL_TRACES_EXPORTER'] === 'none'
  return endpoint !== undefined && endpoint !== '' && !off
}

/**
 * Begins to export traces by OTLP (http/protobuf) when OpenTelemetry's own environment variables
 * ask for it (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 * They also set the endpoint, its headers, the sampler and the batches.
 */
export async function startTraces(variables: NodeJS.ProcessEnv, log: Logger): Promise<void> {
  if (!isAskedFor(variables)) return
  const [api, sdk, otlp, { resourceFromAttributes, envDetector, detectResources }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/resources'),
    ])
  const warn = (reason: string) => log.warn({ reason }, 'traces')
  const silent = () => undefined
  const logger = { error: warn, warn, info: silent, debug: silent, verbose: silent }
  api.diag.setLogger(logger, api.DiagLogLevel.WARN)
  const named = resourceFromAttributes({ 'service.name': 'balcao' })
  const provider = new sdk.NodeTracerProvider({
    resource: named.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new otlp.OTLPTraceExporter())],
  })
  provider.register()
  tracing = { tracer: provider.getTracer('balcao'), api, stop: () => provider.shutdown() }
}

/** Exports the remaining spans, for `STOP_LIMIT_MS` at most. */
export async function stopTraces(log: Logger): Promise<void> {
  const sent = tracing?.stop().catch((error: unknown) => {
    log.warn({ err: error }, 'traces not sent')
  })
  await Promise.race([sent, wait(STOP_LIMIT_MS, undefined, { ref: false })])
}

export type SpanOptions = {
  kind: keyof typeof SpanKind
  attributes?: Attributes
  /**
   * The headers of a request, to whose `traceparent` the span is linked (W3C Trace Context). A link
   * and not a parent: a parent decides whether spans are recorded, and any caller can send one.
   */
  carrier?: Record<string, string>
  /** Begins a new trace, whatever the active span is. */
  root?: boolean
}

/**
 * Runs a function within a span, or without one while tracing is off.
 *
 * @param body is given the span, to set its attributes
 */
export function inSpan<Result>(
  name: string,
  { kind, attributes = {}, carrier, root = false }: SpanOptions,
  body: (span?: Span) => Promise<Result>,
): Promise<Result> {
  if (!tracing) return body()
  const {
    api: { context, SpanKind, SpanStatusCode },
    tracer,
  } = tracing
  const links = carrier ? linksTo(carrier, tracing) : []
  const options = { kind: SpanKind[kind], attributes, root: root || carrier !== undefined, links }
  return tracer.startActiveSpan(name, options, context.active(), async (span) => {
    try {
      return await body(span)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', (error as Error).name)
      throw error
    } finally {
      span.end()
    }
  })
}

function linksTo(carrier: Record<string, string>, { api }: Tracing): Link[] {
  const { ROOT_CONTEXT, propagation, trace } = api
  const caller = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, carrier))
  return caller ? [{ context: caller }] : []
}

/** A database whose reads and transactions are spans; without tracing, the same one. */
export function tracedDatabase(db: QueryRunner): QueryRunner {
  if (!isTraced()) return db
  return {
    read: (body) => inSpan('database read', { kind: 'CLIENT' }, async () => db.read(body)),
    run: (body, options) =>
      inSpan('database transaction', { kind: 'CLIENT' }, () => db.run(body, options)),
  }
}
