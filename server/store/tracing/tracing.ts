/**
 * What a span may tell: OpenTelemetry's names where it has one. There is none for a person, a card, a token, an address of a
 * customer or what was ordered, and none for a text of anybody else.
 */
export interface SpanAttributes {
  readonly 'http.request.method'?: string;
  /** The path's pattern, without query. */
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  /** The path of another service, which is the same for every request. */
  readonly 'url.template'?: string;
  readonly 'server.address'?: string;
  readonly 'server.port'?: number;
  readonly 'rpc.method'?: string;
  readonly 'db.system.name'?: 'postgresql';
  /** An operation and what it is done to, such as `UPDATE purchase_attempts`. */
  readonly 'db.query.summary'?: string;
  /** A code or the name of an error, or a status. */
  readonly 'error.type'?: string;
  readonly 'coffer.attempt.id'?: string;
  readonly 'coffer.attempt.status'?: string;
  readonly 'coffer.gateway.operation'?: string;
  /** What the gateway told at once of a sale. */
  readonly 'coffer.sale.outcome'?: string;
  /** How many attempts, events or records a sweep has taken up. */
  readonly 'coffer.sweep.items'?: number;
}

/** A span that begins. */
export interface SpanStart {
  readonly name: string;
  /** `server`: a request to the store; `client`: one of the store. By default its own work. */
  readonly kind?: 'server' | 'client';
  readonly attributes?: SpanAttributes;
  /** A W3C `traceparent` of whoever asked, which this span goes on from. */
  readonly parent?: string | undefined;
  /** A W3C `traceparent` of what this span finishes, which may be long over. */
  readonly follows?: string | null | undefined;
}

/** The span of a piece of work. */
export interface WorkSpan {
  /** Adds to it, or tells better what was told before. */
  tell(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** Marks it as failed. */
  fail(errorType: string): void;
}

/** Is told what the store does, as spans: what is done within a piece of work is within its span. */
export interface Tracing {
  /** Does the work as a span, which fails when the work throws. */
  span<Result>(start: SpanStart, work: (span: WorkSpan) => Promise<Result>): Promise<Result>;
  /** Adds to the span that is under way, if there is one. */
  tell(attributes: SpanAttributes): void;
  /** Whether a span is under way that is recorded. */
  isWithinSpan(): boolean;
  /** The W3C `traceparent` of the span that is under way; null where none is recorded. */
  traceParent(): string | null;
}

const noSpan: WorkSpan = { tell: () => undefined, rename: () => undefined, fail: () => undefined };

/** Nobody is told. */
export const noTracing: Tracing = {
  span: (_, work) => work(noSpan),
  tell: () => undefined,
  isWithinSpan: () => false,
  traceParent: () => null,
};
