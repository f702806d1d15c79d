import * as v from 'valibot';
import { anyWebAddress, filled, namedTexts, numberWithin, shareOfOne, yesOrNo } from './values.ts';

const protocols = ['http/protobuf', 'http/json'] as const;
const compressions = ['none', 'gzip'] as const;
const exporters = ['otlp', 'none'] as const;
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `is not one of ${options.join(', ')}`);

/** The supported OpenTelemetry variables (specification, "Environment Variables"). */
export const tracingVariables = {
  OTEL_SDK_DISABLED: v.optional(yesOrNo, 'false'),
  OTEL_TRACES_EXPORTER: v.optional(oneOf(exporters)),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(anyWebAddress),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: v.optional(anyWebAddress),
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(namedTexts),
  OTEL_EXPORTER_OTLP_PROTOCOL: v.optional(oneOf(protocols), 'http/protobuf'),
  OTEL_EXPORTER_OTLP_COMPRESSION: v.optional(oneOf(compressions), 'none'),
  OTEL_EXPORTER_OTLP_TIMEOUT: v.optional(numberWithin(1, 600_000), '10000'),
  OTEL_SERVICE_NAME: v.optional(filled),
  OTEL_RESOURCE_ATTRIBUTES: v.optional(namedTexts),
  OTEL_TRACES_SAMPLER: v.optional(oneOf(samplers), 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: v.optional(shareOfOne, '1'),
  OTEL_BSP_SCHEDULE_DELAY: v.optional(numberWithin(1, 600_000), '5000'),
  OTEL_BSP_MAX_QUEUE_SIZE: v.optional(numberWithin(1, 1_000_000), '2048'),
};

type Given = v.InferOutput<v.ObjectSchema<typeof tracingVariables, undefined>>;

const defaultEndpoint = 'http://localhost:4318';

const addressOf = (given: Given): string =>
  given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
  `${(given.OTEL_EXPORTER_OTLP_ENDPOINT ?? defaultEndpoint).replace(/\/$/, '')}/v1/traces`;

/** Undefined unless a collector is named or the exporter is `otlp`. Other variables don't enable tracing. */
export const tracingOf = (given: Given) => {
  const { OTEL_TRACES_EXPORTER: exporter } = given;
  const isNamed =
    given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined || given.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;
  if (given.OTEL_SDK_DISABLED || exporter === 'none' || !(isNamed || exporter === 'otlp')) return undefined;
  return {
    url: addressOf(given),
    protocol: given.OTEL_EXPORTER_OTLP_PROTOCOL,
    /** May contain secrets. */
    headers: given.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    compression: given.OTEL_EXPORTER_OTLP_COMPRESSION,
    timeoutMs: given.OTEL_EXPORTER_OTLP_TIMEOUT,
    resource: {
      'service.name': 'coffer-store',
      ...given.OTEL_RESOURCE_ATTRIBUTES,
      ...(given.OTEL_SERVICE_NAME !== undefined && { 'service.name': given.OTEL_SERVICE_NAME }),
    },
    sampler: { name: given.OTEL_TRACES_SAMPLER, ratio: given.OTEL_TRACES_SAMPLER_ARG },
    scheduleDelayMs: given.OTEL_BSP_SCHEDULE_DELAY,
    /** Spans beyond this number are dropped. */
    maxQueueSize: given.OTEL_BSP_MAX_QUEUE_SIZE,
  };
};
