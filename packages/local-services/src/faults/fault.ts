import * as v from 'valibot';

/** Names for `GET /token/Collect.js?behavior=NAME`, which serves a misbehaving script. `script` faults add the query. */
export const scriptBehaviors = [
  'no-global', // The script doesn't define `window.CollectJS`.
  'configure-throws', // `configure` throws.
  'start-throws', // `startPaymentRequest` throws.
  'hang', // `configure` returns, but no iframes or callbacks follow.
  'fields-never', // The fields work, but the script never announces them.
  'callback-never', // The gateway creates a token, but the script calls neither the callback nor the timeout callback.
  'callback-late', // The script calls the callback 40 s late, even if it has been configured again since.
  'callback-twice', // The script calls the callback twice with one token.
  'token-empty', // The script calls the callback without a token.
] as const;
export type ScriptBehavior = (typeof scriptBehaviors)[number];

/** The kinds of faults; see `withFaults`. */
const faultKinds = [
  'reset-before',
  'reset-after',
  'delay',
  'hold',
  'hang',
  'status',
  'html',
  'malformed',
  'script',
  'crash',
] as const;

const faultyServices = ['pool', 'store', 'gateway'] as const;
export type FaultyService = (typeof faultyServices)[number];

const maxDelayMs = 10 * 60 * 1000;
const methods = 'GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS';
const scriptMatch = 'GET /token/Collect.js';

const headerName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,64}$/));
const headerValue = v.pipe(v.string(), v.regex(/^[\t\x20-\x7e]{0,1000}$/));

/** An HTTP status whose response can have a body. */
const status = v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599));

const schemaFor = (service: v.GenericSchema<FaultyService | undefined, FaultyService>) =>
  v.pipe(
    v.strictObject({
      service,
      match: v.pipe(
        v.string(),
        v.maxLength(300),
        v.regex(
          new RegExp(`^(?:${methods}) /[^\\s?#*]*\\*?(?: [A-Za-z]+)?$`),
          'Invalid match: expected "METHOD /path", with * at its end for any rest and an operation for the user pool',
        ),
      ),
      /** Query parameters that a request must have. */
      query: v.optional(
        v.record(
          v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
          v.pipe(v.string(), v.maxLength(1_000)),
        ),
      ),
      /** Headers that a request must have. */
      requestHeaders: v.optional(v.record(headerName, headerValue)),
      /** The email of the customer whose requests the fault affects. */
      customer: v.optional(v.pipe(v.string(), v.email(), v.maxLength(320))),
      /** Lets this many matching requests pass first. Counts down. */
      after: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))),
      fault: v.picklist(faultKinds),
      times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
      /** The delay of a `delay` fault, in ms. */
      delayMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxDelayMs)), 1000),
      /** The response's status for `status` (default 500), `html` and `malformed` (default 200). */
      status: v.optional(status),
      /** The response's raw text; for `script`, the name of the misbehavior. */
      body: v.optional(v.pipe(v.string(), v.maxLength(1_000_000))),
      /** More response headers for `status`, `html` and `malformed`, such as `retry-after`. */
      headers: v.optional(v.record(headerName, headerValue), {}),
      /** Whether a `crash` happens before or after the request's work. */
      when: v.optional(v.picklist(['before', 'after']), 'after'),
    }),
    v.check(
      ({ service, match }) => service === 'pool' || match.split(' ').length === 2,
      'Invalid match: only the user pool has operations',
    ),
    v.check(
      ({ service, customer }) => service !== 'gateway' || customer === undefined,
      'Invalid customer: the gateway cannot know whose request it is',
    ),
    v.check(
      ({ service, match, customer }) =>
        service !== 'pool' || customer === undefined || match.split(' ').slice(0, 2).join(' ') === 'POST /',
      'Invalid customer: the user pool knows it of its operations only ("POST /")',
    ),
    v.check(
      ({ fault, service, match }) => fault !== 'script' || (service === 'gateway' && match === scriptMatch),
      `Invalid match: a "script" fault needs the gateway and "${scriptMatch}"`,
    ),
    v.check(
      ({ fault, body }) => fault !== 'script' || scriptBehaviors.some((name) => name === body),
      `Invalid body: a "script" fault needs one of ${scriptBehaviors.join(', ')}`,
    ),
    v.check(
      ({ fault, service }) => fault !== 'crash' || service !== 'pool',
      'Invalid service: a "crash" fault needs the store or the gateway',
    ),
  );

/**
 * The body of `POST /faults`. `match` is `METHOD /path` without a query; a `*` at its end matches any suffix. For the
 * user pool, an operation can follow: `POST / SignUp`. A request must also match `query`, `requestHeaders` and
 * `customer`. The first `after` matching requests pass. Without `times`, the fault stays until it is removed.
 */
export const faultSchema = schemaFor(v.picklist(faultyServices));

/**
 * Returns the schema for a service that runs alone. It rejects other services' faults, and crashes, which kill the
 * store's process.
 */
export const ownFaultSchema = (service: FaultyService) =>
  v.pipe(
    schemaFor(v.optional(v.literal(service), service)),
    v.check(({ fault }) => fault !== 'crash', 'Invalid fault: "crash" needs a store'),
  );

export type NewFault = v.InferOutput<typeof faultSchema>;
export type Fault = NewFault & { readonly id: string };

/** A fault's status. `times` and `after` count down. */
export type FaultStatus = Fault & {
  readonly struck: number;
  /** How many responses a `hold` or `delay` fault is holding back now, after the service's work. */
  readonly held: number;
};
