import { type Call, createCaller, holdOf } from './caller.ts';
import { CofferError } from './coffer-error.ts';
import type {
  CofferEvent,
  Customer,
  Customers,
  Events,
  ExtendRequest,
  Grant,
  GrantRequest,
  Grants,
  Hold,
  HoldRequest,
  ListedGrant,
  ReturnRequest,
  Spend,
  SpendRequest,
} from './types.gen.ts';
import { isWholeNumber } from './whole-numbers.ts';
import { type CallOptions, untilAborted, withLimit } from './with-limit.ts';

export interface CofferOptions {
  /** The store's address, such as `https://credits.example.com`. */
  readonly url: string;
  /** A key from `coffer keys add`. Keep it on your server. */
  readonly key: string;
  /** The time limit for each attempt, in milliseconds. Default: 5,000. */
  readonly timeoutMs?: number | undefined;
  /** The maximum number of attempts for each call, including the first. Default: 4. */
  readonly attempts?: number | undefined;
  /** The function that sends requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

interface WithId {
  /** A UUID. To retry after a crash, generate an id and store it before the call. Default: a new UUID. */
  readonly id?: string | undefined;
}

export interface SpendOptions extends SpendRequest, WithId {}
export interface HoldOptions extends HoldRequest, WithId {}
export interface GrantOptions extends GrantRequest, WithId {}
export interface ReturnOptions extends ReturnRequest, WithId {
  readonly spendId: string;
}

export interface ListEventsOptions {
  /** The id of the last event that you have. Default: start with the oldest event, up to 30 days old. */
  readonly after?: string | undefined;
  /** The maximum number of events, from 1 to 1,000. Default: 100. */
  readonly limit?: number | undefined;
}

export interface CaptureOptions {
  /** The number of credits to capture, at least 1. Omit the property to capture all; undefined is an error. */
  readonly credits?: number;
}

/** What work returns if it has a result. `withHold` captures `credits`, or releases the hold if they are 0. */
export interface PricedWork<Result> {
  readonly credits: number;
  readonly result: Result;
}

/** What `withHold` resolves to: the hold after the work, and the work's result. */
export interface Held<Result> {
  readonly hold: Hold;
  readonly result: Result;
}

/** The function that `withHold` runs. `signal` aborts if the function must stop. */
type Work<Returned> = (hold: Hold, signal: AbortSignal) => Returned | Promise<Returned>;

/** The merchant's API. Calls reject with a `CofferError` if the store refuses them or doesn't respond, or if stopped. */
export interface Coffer {
  /** Spends a customer's credits. */
  spend(options: SpendOptions, call?: CallOptions): Promise<Spend>;
  readSpend(id: string, call?: CallOptions): Promise<Spend>;
  /** Returns a spend's credits to the grants they came from. */
  returnCredits(options: ReturnOptions, call?: CallOptions): Promise<Spend>;
  /** Reserves a customer's credits. */
  hold(options: HoldOptions, call?: CallOptions): Promise<Hold>;
  readHold(id: string, call?: CallOptions): Promise<Hold>;
  /** Captures a hold: spends all of it, or only `credits`, and releases the rest. */
  capture(holdId: string, options?: CaptureOptions, call?: CallOptions): Promise<Hold>;
  release(holdId: string, call?: CallOptions): Promise<Hold>;
  readonly holds: {
    /** Changes an open hold to expire `expiresIn` seconds from now, earlier or later than before. */
    extend(holdId: string, options: ExtendRequest, call?: CallOptions): Promise<Hold>;
  };
  /**
   * Holds credits during `work`, then captures as many as `work` returns (0 releases the hold). Also releases the hold
   * if `work` throws, is aborted or times out. Doesn't start `work` if an earlier call with this id has ended the hold.
   */
  withHold<Result>(
    options: HoldOptions,
    work: Work<PricedWork<Result>>,
    call?: CallOptions,
  ): Promise<Held<Result>>;
  /** Accepts work without a result, which returns only the number of credits, or nothing to capture all. */
  withHold<Result = undefined>(
    options: HoldOptions,
    work: Work<HoldWork<Result>>,
    call?: CallOptions,
  ): Promise<Held<Result | undefined>>;
  /** Grants credits to a customer. */
  grant(options: GrantOptions, call?: CallOptions): Promise<Grant>;
  /** Voids a grant: removes its remaining credits. */
  voidGrant(id: string, call?: CallOptions): Promise<Grant>;
  /** Finds the customers with this verified email address. */
  findCustomers(email: string, call?: CallOptions): Promise<Customer[]>;
  readCustomer(id: string, call?: CallOptions): Promise<Customer>;
  /** Lists the customer's grants that have credits left, in order of use. */
  listGrants(customerId: string, call?: CallOptions): Promise<ListedGrant[]>;
  /** Lists the events after `after`, oldest first. A newer store may send types that `CofferEvent` lacks. */
  listEvents(options?: ListEventsOptions, call?: CallOptions): Promise<CofferEvent[]>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: work that returns nothing captures all
type HoldWork<Result> = PricedWork<Result> | number | undefined | void;

/** Creates a client for the store at `url`. @throws {TypeError} if an option is invalid */
export const createCoffer = ({
  url,
  key,
  timeoutMs = 5_000,
  attempts = 4,
  fetch: send = fetch,
}: CofferOptions): Coffer => {
  if (!URL.canParse(url)) throw new TypeError('url must be the address of the store, with https://');
  if (!key) throw new TypeError('key must be a key of the merchant’s API');
  for (const [name, value] of Object.entries({ timeoutMs, attempts }))
    if (!isWholeNumber(value) || value === 0) throw new TypeError(`${name} must be a whole number from 1`);
  const origin = url.replace(/\/+(v1\/*)?$/, '');
  const exchange = createCaller({ url: origin, key, timeoutMs, attempts, fetch: send });
  const call = async <Answer>(made: Call, options: CallOptions = {}): Promise<Answer> =>
    withLimit(options, holdOf(made), async (signal) => (await exchange<Answer>(made, signal)).answer);
  const newId = () => crypto.randomUUID();

  const capture: Coffer['capture'] = (id, fields = {}, options) =>
    call({ to: 'captureHold', parameters: { id }, fields }, options);
  const release: Coffer['release'] = (id, options) =>
    call({ to: 'releaseHold', parameters: { id } }, options);

  /** Opens a hold. If the call is a repeat, reads the hold's state. @throws {CofferError} if the hold has ended */
  const open = async (id: string, fields: HoldRequest, signal: AbortSignal): Promise<Hold> => {
    const parameters = { id };
    const { status, answer } = await exchange<Hold>({ to: 'hold', parameters, fields }, signal);
    if (status === 201) return answer;
    const { answer: hold } = await exchange<Hold>({ to: 'readHold', parameters }, signal);
    if (hold.state === 'open') return hold;
    const detail = `This hold has ended (${hold.state}), so the work was not started.`;
    throw new CofferError({ status: 409, code: `hold-${hold.state}`, detail, holdId: id });
  };

  async function withHold<Result>(
    { id = newId(), ...fields }: HoldOptions,
    work: Work<HoldWork<Result>>,
    options: CallOptions = {},
  ): Promise<Held<Result | undefined>> {
    const returned = await withLimit(options, id, async (signal) => {
      const hold = await open(id, fields, signal);
      try {
        return await untilAborted(signal, () => work(hold, signal));
      } catch (error) {
        // If the release fails too, the hold expires later. Report the original error.
        await release(id).catch(() => undefined);
        throw error;
      }
    });
    // Capture without the time limit, because the work is done.
    if (typeof returned !== 'object' || returned === null) {
      const used = returned === undefined ? {} : { credits: returned };
      return { hold: await (returned === 0 ? release(id) : capture(id, used)), result: undefined };
    }
    const { credits, result } = returned;
    return { hold: await (credits === 0 ? release(id) : capture(id, { credits })), result };
  }

  return {
    spend: ({ id = newId(), ...fields }, options) =>
      call({ to: 'spend', parameters: { id }, fields }, options),
    readSpend: (id, options) => call({ to: 'readSpend', parameters: { id } }, options),
    returnCredits: ({ spendId, id = newId(), ...fields }, options) =>
      call({ to: 'returnCredits', parameters: { id: spendId, return_id: id }, fields }, options),
    hold: ({ id = newId(), ...fields }, options) => call({ to: 'hold', parameters: { id }, fields }, options),
    readHold: (id, options) => call({ to: 'readHold', parameters: { id } }, options),
    capture,
    release,
    holds: {
      extend: (id, fields, options) => call({ to: 'extendHold', parameters: { id }, fields }, options),
    },
    withHold,
    grant: ({ id = newId(), ...fields }, options) =>
      call({ to: 'grant', parameters: { id }, fields }, options),
    voidGrant: (id, options) => call({ to: 'voidGrant', parameters: { id } }, options),
    async findCustomers(email, options) {
      const { customers } = await call<Customers>({ to: 'findCustomers', query: { email } }, options);
      return customers;
    },
    readCustomer: (id, options) => call({ to: 'readCustomer', parameters: { id } }, options),
    async listGrants(id, options) {
      const { grants } = await call<Grants>({ to: 'listGrants', parameters: { id } }, options);
      return grants;
    },
    async listEvents(query, options) {
      const { events } = await call<Events>({ to: 'listEvents', query: { ...query } }, options);
      return events;
    },
  };
};

/**
 * Returns an id for a spend of the credits that a hold didn't cover: the hold's id as a UUID of version 8. The id is
 * always the same, so the spend happens only once.
 */
export const spendIdFor = (holdId: string): string => holdId.replace(/^(.{14})./, '$18');
