import * as v from 'valibot';
import {
  anyWebAddress,
  attributes,
  line,
  numberWithin,
  oneOf,
  secretHeaders,
  shareOfOne,
  yesOrNo,
} from './values.ts';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/**
 * The supported OpenTelemetry variables (specification, "Environment Variables"). OpenTelemetry reads most of them
 * itself but ignores invalid values, so the store validates them here. The defaults are the same.
 */
export const tracingVariables = {
  OTEL_SDK_DISABLED: v.optional(yesOrNo, 'false'),
  OTEL_TRACES_EXPORTER: v.optional(oneOf(['otlp', 'none'])),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(anyWebAddress),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: v.optional(anyWebAddress),
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(secretHeaders),
  OTEL_EXPORTER_OTLP_PROTOCOL: v.optional(oneOf(['http/protobuf', 'http/json']), 'http/protobuf'),
  OTEL_EXPORTER_OTLP_COMPRESSION: v.optional(oneOf(['none', 'gzip']), 'none'),
  OTEL_EXPORTER_OTLP_TIMEOUT: v.optional(numberWithin(1, 600_000), '10000'),
  OTEL_SERVICE_NAME: v.optional(line),
  OTEL_RESOURCE_ATTRIBUTES: v.optional(attributes),
  OTEL_TRACES_SAMPLER: v.optional(oneOf(samplers), 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: v.optional(shareOfOne, '1'),
  OTEL_BSP_SCHEDULE_DELAY: v.optional(numberWithin(1, 600_000), '5000'),
  OTEL_BSP_MAX_QUEUE_SIZE: v.optional(numberWithin(1, 1_000_000), '2048'),
};

/** Returns the tracing settings, or undefined unless a collector is configured or the exporter is `otlp`. */
export const tracingOf = (given: v.InferOutput<v.ObjectSchema<typeof tracingVariables, undefined>>) => {
  const { OTEL_TRACES_EXPORTER: exporter, OTEL_EXPORTER_OTLP_ENDPOINT: collector } = given;
  const isNamed = (given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? collector) !== undefined;
  if (given.OTEL_SDK_DISABLED || exporter === 'none' || !(isNamed || exporter === 'otlp')) return undefined;
  return {
    protocol: given.OTEL_EXPORTER_OTLP_PROTOCOL,
    /** Passed explicitly, because OpenTelemetry can't read secret files. */
    headers: given.OTEL_EXPORTER_OTLP_HEADERS,
  };
};
