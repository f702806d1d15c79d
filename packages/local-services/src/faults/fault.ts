import * as v from 'valibot';

/** `GET /token/Collect.js?behavior=NAME` serves a script that misbehaves; a `script` fault adds the query. */
export const scriptBehaviors = [
  'no-global', // Loads without defining `window.CollectJS`.
  'configure-throws', // The call throws.
  'start-throws', // The call throws.
  'hang', // `configure` returns, but no iframes and no callback follow.
  'fields-never', // The fields work, but the script never announces them.
  'callback-never', // The gateway makes a token, but the script calls neither the callback nor the time-out.
  'callback-late', // The script calls the callback forty seconds late, whatever has been configured since.
  'callback-twice', // The script calls the callback twice with one token.
  'token-empty', // The script calls the callback without a token.
] as const;
export type ScriptBehavior = (typeof scriptBehaviors)[number];

/** See `withFaults`. */
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

/** An HTTP status that may carry a body. */
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
      /** Required parameters of the query. */
      query: v.optional(
        v.record(
          v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
          v.pipe(v.string(), v.maxLength(1_000)),
        ),
      ),
      /** Required headers of the request. */
      requestHeaders: v.optional(v.record(headerName, headerValue)),
      /** The email of the customer whose requests it affects. */
      customer: v.optional(v.pipe(v.string(), v.email(), v.maxLength(320))),
      /** Lets this many matching requests pass first. Counts down. */
      after: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))),
      fault: v.picklist(faultKinds),
      times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
      /** For `delay`; in milliseconds. */
      delayMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxDelayMs)), 1000),
      /** For `status` (default 500), `html` and `malformed` (default 200). */
      status: v.optional(status),
      /** The raw text of the reply; for `script`, the name of the misbehavior. */
      body: v.optional(v.pipe(v.string(), v.maxLength(1_000_000))),
      /** For `status`, `html` and `malformed`: more headers, such as `retry-after`. */
      headers: v.optional(v.record(headerName, headerValue), {}),
      /** For `crash`: before or after the request's work. */
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
 * The body of `POST /faults`. `match` is `METHOD /path` without query; a `*` at its end matches any rest. The user pool also
 * takes an operation: `POST / SignUp`. A request must also match `query`, `requestHeaders`, `customer` and
 * `after`. `times` counts down; without it, the fault stays until it is removed.
 */
export const faultSchema = schemaFor(v.picklist(faultyServices));

/**
 * For a service that runs alone: it refuses other services' faults, and crashes, which end the store's
 * process.
 */
export const ownFaultSchema = (service: FaultyService) =>
  v.pipe(
    schemaFor(v.optional(v.literal(service), service)),
    v.check(({ fault }) => fault !== 'crash', 'Invalid fault: "crash" needs a store'),
  );

export type NewFault = v.InferOutput<typeof faultSchema>;
export type Fault = NewFault & { readonly id: string };

/** `times` and `after` count down. */
export type FaultStatus = Fault & {
  readonly struck: number;
  /** The number of replies that `hold` or `delay` keep back now, after the service's work. */
  readonly held: number;
};
