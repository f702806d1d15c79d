import { ExportResultCode, parseKeyPairsIntoRecord } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { TracingConfig } from '../config.ts';

/**
 * Reads the other settings from the environment.
 * @param onExport called when sending starts to fail, and with null when it works again
 */
export const createExporter = (
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

/** The message may repeat the collector's reply. */
const nameOf = (error: Error | undefined): string =>
  error !== undefined && 'code' in error ? `${error.name} ${error.code}` : (error?.name ?? 'unknown');
