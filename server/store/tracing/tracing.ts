/** Span attributes, with OpenTelemetry's names where they exist. Never personal data, cards, tokens or free text. */
export interface SpanAttributes {
  readonly 'http.request.method'?: string;
  /** The path's pattern, without the query. */
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  /** The constant path of another service's API. */
  readonly 'url.template'?: string;
  readonly 'server.address'?: string;
  readonly 'server.port'?: number;
  readonly 'rpc.method'?: string;
  readonly 'db.system.name'?: 'postgresql';
  readonly 'db.query.summary'?: string;
  /** An error's code or name, or an HTTP status. */
  readonly 'error.type'?: string;
  readonly 'coffer.attempt.id'?: string;
  readonly 'coffer.attempt.status'?: string;
  readonly 'coffer.gateway.operation'?: string;
  /** The outcome in the gateway's response. */
  readonly 'coffer.sale.outcome'?: string;
  /** Number of attempts, events or records in a sweep. */
  readonly 'coffer.sweep.items'?: number;
}

export interface SpanStart {
  readonly name: string;
  /** `server`: an incoming request; `client`: an outgoing one. Default: internal work. */
  readonly kind?: 'server' | 'client';
  readonly attributes?: SpanAttributes;
  /** The caller's W3C `traceparent`, to continue its trace. */
  readonly parent?: string | undefined;
  /** The W3C `traceparent` of earlier work, to which the span links because it finishes that work. */
  readonly follows?: string | null | undefined;
}

export interface WorkSpan {
  /** Adds or replaces attributes. */
  setAttributes(attributes: SpanAttributes): void;
  rename(name: string): void;
  fail(errorType: string): void;
}

/** Records work as spans. Nested work gets nested spans. */
export interface Tracing {
  /** Runs `work` in a span, which fails if `work` throws. */
  span<Result>(start: SpanStart, work: (span: WorkSpan) => Promise<Result>): Promise<Result>;
  /** Adds attributes to the current span, if any. */
  setAttributes(attributes: SpanAttributes): void;
  /** Returns whether a recorded span is active. */
  isWithinSpan(): boolean;
  /** Returns the current span's W3C `traceparent`, or null if no span is recorded. */
  traceParent(): string | null;
}

const noSpan: WorkSpan = { setAttributes: () => undefined, rename: () => undefined, fail: () => undefined };

export const noTracing: Tracing = {
  span: (_, work) => work(noSpan),
  setAttributes: () => undefined,
  isWithinSpan: () => false,
  traceParent: () => null,
};
