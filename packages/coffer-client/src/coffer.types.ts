import type {
  Activity,
  ActivityEntry,
  CofferEvent,
  Customer,
  ExtendRequest,
  Grant,
  GrantRequest,
  Hold,
  HoldRequest,
  ListedGrant,
  ReturnRequest,
  Spend,
  SpendRequest,
  SpendResult,
  Usage,
} from './types.gen.ts';
import type { CallOptions } from './with-limit.ts';

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

export interface ListActivityOptions {
  /** The `next` of an earlier page. Default: start with the newest entry. */
  readonly before?: string | undefined;
  /** The maximum number of entries, from 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
  readonly kind?: ActivityEntry['kind'] | undefined;
  readonly reference?: string | undefined;
  /** The first time, such as `2026-12-31T00:00:00Z`. */
  readonly from?: string | undefined;
  /** The time after the last one. */
  readonly to?: string | undefined;
}

export interface UsageOptions {
  /** The first day, such as `2026-12-01`, in Chicago. Default: 30 days including `to`. */
  readonly from?: string | undefined;
  /** The last day, at most 366 days with `from`. Default: today. */
  readonly to?: string | undefined;
}

type UsageKey = 'day' | 'reference';
type UsageRow<Key> = Key extends UsageKey
  ? Extract<Usage['rows'][number], { readonly [Name in Key]: unknown }>
  : never;

/** A usage with a row for each day, or for each reference. */
export interface UsageBy<Key extends UsageKey> extends Omit<Usage, 'rows'> {
  readonly rows: UsageRow<Key>[];
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
export type Work<Returned> = (hold: Hold, signal: AbortSignal) => Returned | Promise<Returned>;

// biome-ignore lint/suspicious/noConfusingVoidType: work that returns nothing captures all
export type HoldWork<Result> = PricedWork<Result> | number | undefined | void;

/** The merchant's API. Calls reject with a `CofferError` if the store refuses them or doesn't respond, or if stopped. */
export interface Coffer {
  /** Spends a customer's credits. */
  spend(options: SpendOptions, call?: CallOptions): Promise<Spend>;
  readSpend(id: string, call?: CallOptions): Promise<Spend>;
  readonly spends: {
    /**
     * Spends many times: up to 500 in each request, in order. Resolves to a result for each spend, in the same order:
     * the spend, or its refusal with a `code`. A refusal changes no other spend. If a request fails, rejects, and the
     * earlier requests stay in effect: repeat the batch with the same ids.
     */
    batch(spends: readonly SpendOptions[], call?: CallOptions): Promise<SpendResult[]>;
  };
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
  /** Creates the customer before the first visit to the store, so that you can grant credits. */
  createCustomer(id: string, call?: CallOptions): Promise<Customer>;
  /** Lists the changes to the customer's balance, newest first. `next` is null on the last page. */
  listActivity(customerId: string, options?: ListActivityOptions, call?: CallOptions): Promise<Activity>;
  /** Reads the credits spent minus those returned, by day or by reference. */
  readUsage<Key extends UsageKey = 'day'>(
    customerId: string,
    options?: UsageOptions & { readonly by?: Key | undefined },
    call?: CallOptions,
  ): Promise<UsageBy<Key>>;
  /** Lists the customer's grants that have credits left, in order of use. */
  listGrants(customerId: string, call?: CallOptions): Promise<ListedGrant[]>;
  /** Lists the events after `after`, oldest first. A newer store may send types that `CofferEvent` lacks. */
  listEvents(options?: ListEventsOptions, call?: CallOptions): Promise<CofferEvent[]>;
}
