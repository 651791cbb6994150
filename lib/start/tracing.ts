import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Span } from '@opentelemetry/api'
import { version } from '@/package.json'
import { tracer, type Tracer, correlationId } from '../db/tracing'

const endWithinMs = 500

/**
 * Writes spans of requests to /api, of queued work and of gateway calls to an OpenTelemetry collector. Loads nothing
 * unless it is called. The packages read OTEL_EXPORTER_OTLP_ENDPOINT and the related variables directly. Returns a
 * function that sends what is left.
 *
 * There is no global provider: Next.js would write its own spans, with addresses as people sent them.
 */
export async function startTracing(): Promise<() => Promise<void>> {
  const [{ context, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const own = resources.resourceFromAttributes({ 'service.name': 'counterfoil', 'service.version': version })
  const given = resources.detectResources({ detectors: [resources.envDetector] })
  const provider = new sdk.BasicTracerProvider({
    resource: own.merge(given),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const spans = provider.getTracer('counterfoil')
  const current = new AsyncLocalStorage<Span>()
  const writeSpan: Tracer = async (name, attributes, work) => {
    const parent = current.getStore()
    const within = parent ? trace.setSpan(context.active(), parent) : context.active()
    const id = correlationId()
    const all = { ...attributes, ...(id !== null && { correlation_id: id }) }
    const span = spans.startSpan(name, { attributes: all }, within)
    try {
      return await current.run(span, () => work((more) => void span.setAttributes(more)))
    } catch (error) {
      // Not the message, which may hold what people entered.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' })
      throw error
    } finally {
      span.end()
    }
  }
  tracer.set(writeSpan)
  // A collector that does not answer must not delay the shutdown.
  return () => Promise.race([provider.shutdown().catch(() => undefined), sleep(endWithinMs)])
}
