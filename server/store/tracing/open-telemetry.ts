import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, parseKeyPairsIntoRecord, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { TracingConfig } from '../config/config.ts';
import { errorCode } from '../logging/failures.ts';
import type { LogIds } from '../logging/logging.ts';
import { version } from '../version.ts';
import type { SpanStart, Tracing } from './tracing.ts';

export interface OpenTelemetry extends Tracing {
  /** Returns the current span's ids for log lines. */
  logIds(): LogIds;
  /** Sends the remaining spans within the time limit, and stops. Never rejects. */
  close(limitMs: number): Promise<void>;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/**
 * Sends spans to a collector in the background, and drops spans if the queue is full. OpenTelemetry reads the
 * sampler, queue and resource from the environment.
 * @param onExport called when sending starts to fail, and with null when it works again
 */
export const startOpenTelemetry = (
  config: TracingConfig,
  onExport: (failure: string | null) => void,
): OpenTelemetry => {
  const resource = { 'service.name': 'coffer-store', 'service.version': version };
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ ...resource, ...envDetector.detect().attributes }),
    spanProcessors: [new BatchSpanProcessor(createExporter(config, onExport))],
  });
  const tracer = provider.getTracer('coffer-store', version);
  // Don't register a global context manager, or other libraries' spans would be recorded.
  const contexts = new AsyncLocalStorageContextManager().enable();
  const underWay = (): Span | undefined => trace.getSpan(contexts.active());

  return {
    async span({ name, kind, attributes, parent, follows }: SpanStart, work) {
      const active = contexts.active();
      const within = parent === undefined ? active : remote(parent);
      const options = {
        kind: kinds[kind ?? 'internal'],
        attributes: { ...attributes },
        links: linksTo(follows),
      };
      const span = tracer.startSpan(name, options, within);
      const fail = (errorType: string): void => {
        span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR });
      };
      try {
        return await contexts.with(trace.setSpan(active, span), () =>
          work({
            setAttributes: (attributes) => void span.setAttributes({ ...attributes }),
            rename: (name) => void span.updateName(name),
            fail,
          }),
        );
      } catch (error) {
        fail(errorTypeOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
    setAttributes: (attributes) => void underWay()?.setAttributes({ ...attributes }),
    isWithinSpan: () => underWay()?.isRecording() ?? false,
    traceParent() {
      const span = underWay();
      if (span?.isRecording() !== true) return null;
      const { traceId, spanId } = span.spanContext();
      return `00-${traceId}-${spanId}-01`;
    },
    logIds() {
      const context = underWay()?.spanContext();
      return context && { trace_id: context.traceId, span_id: context.spanId };
    },
    async close(limitMs) {
      const limit = new Promise<void>((resolve) => setTimeout(resolve, limitMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), limit]);
      contexts.disable();
    },
  };
};

const remote = (traceParent: string): Context => {
  const parent = parseTraceParent(traceParent);
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
};

const linksTo = (traceParent: string | null | undefined): Link[] => {
  const context = traceParent ? parseTraceParent(traceParent) : null;
  return context === null ? [] : [{ context: { ...context, traceFlags: TraceFlags.SAMPLED } }];
};

/** Returns an error's code or name. Messages may contain anything, so spans omit them. */
const errorTypeOf = (error: unknown): string =>
  errorCode(error) ?? (error instanceof Error ? error.name : '_OTHER');

/**
 * Creates an exporter, which reads its other settings from the environment.
 * @param onExport called when sending starts to fail, and with null when it works again
 */
const createExporter = (
  { headers, protocol }: TracingConfig,
  onExport: (failure: string | null) => void,
): SpanExporter => {
  const Exporter = protocol === 'http/json' ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({ headers: parseKeyPairsIntoRecord(headers) });
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const fails = result.code === ExportResultCode.FAILED;
        if (fails !== isFailing) onExport(fails ? nameOf(result.error) : null);
        isFailing = fails;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
};

/** Returns the error's name and code. Its message may repeat the collector's response. */
const nameOf = (error: Error | undefined): string =>
  error !== undefined && 'code' in error ? `${error.name} ${error.code}` : (error?.name ?? 'unknown');
