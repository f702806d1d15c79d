import { createCaller } from './caller.ts';
import { CofferError } from './coffer-error.ts';
import type {
  CaptureRequest,
  CofferEvent,
  Customer,
  Customers,
  Events,
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

export interface CofferOptions {
  /** The store's address, such as `https://credits.example.com`. */
  readonly url: string;
  /** A key from `coffer keys add`. Keep it on your server. */
  readonly key: string;
  /** The limit for each attempt. Default: 5,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is made, with the first time. Default: 4. */
  readonly attempts?: number | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

interface WithId {
  /** A UUID. Store your own before the call to repeat it after a crash. Default: a new one. */
  readonly id?: string | undefined;
}

export interface SpendOptions extends SpendRequest, WithId {}
export interface HoldOptions extends HoldRequest, WithId {}
export interface GrantOptions extends GrantRequest, WithId {}
export interface ReturnOptions extends ReturnRequest, WithId {
  readonly spendId: string;
}

export interface ListEventsOptions {
  /** The id of the last event that you have. Default: from the oldest one, 30 days ago. */
  readonly after?: string | undefined;
  /** From 1 to 1,000. Default: 100. */
  readonly limit?: number | undefined;
}

/** The calls of the merchant's API. Each rejects with a `CofferError` if it's refused or not answered. */
export interface Coffer {
  /** Spends credits of a customer. */
  spend(options: SpendOptions): Promise<Spend>;
  readSpend(id: string): Promise<Spend>;
  /** Returns credits of a spend to the grants they came from. */
  returnCredits(options: ReturnOptions): Promise<Spend>;
  /** Reserves credits of a customer. */
  hold(options: HoldOptions): Promise<Hold>;
  readHold(id: string): Promise<Hold>;
  /** Spends what a hold reserves, or only `credits` of it, and releases the rest. */
  capture(holdId: string, options?: CaptureRequest): Promise<Hold>;
  release(holdId: string): Promise<Hold>;
  /**
   * Holds credits during `work`. Captures them when it ends: all, or as many as it returns (0: releases them).
   * Releases them if it throws. Refuses to work for a hold that an earlier call with this id has ended.
   */
  withHold(options: HoldOptions, work: (hold: Hold) => HoldWork | Promise<HoldWork>): Promise<Hold>;
  /** Gives a customer credits. */
  grant(options: GrantOptions): Promise<Grant>;
  /** Takes back what is left of a grant. */
  voidGrant(id: string): Promise<Grant>;
  /** The customers with this verified email address. */
  findCustomers(email: string): Promise<Customer[]>;
  readCustomer(id: string): Promise<Customer>;
  /** The customer's grants that have credits left, in the order of use. */
  listGrants(customerId: string): Promise<ListedGrant[]>;
  /** What happened after the event `after`, oldest first. A newer store may send types that this list lacks. */
  listEvents(options?: ListEventsOptions): Promise<CofferEvent[]>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: work that returns nothing captures all
type HoldWork = number | undefined | void;

/** A client of the store at `url`. */
export const createCoffer = ({
  url,
  key,
  timeoutMs = 5_000,
  attempts = 4,
  fetch: send = fetch,
}: CofferOptions): Coffer => {
  if (!URL.canParse(url)) throw new TypeError('url must be the address of the store, with https://');
  if (!key) throw new TypeError('key must be a key of the merchant’s API');
  const origin = url.replace(/\/+(v1\/*)?$/, '');
  const call = createCaller({ url: origin, key, timeoutMs, attempts, fetch: send });
  const newId = () => crypto.randomUUID();

  const coffer: Coffer = {
    spend: ({ id = newId(), ...fields }) => call({ to: 'spend', parameters: { id }, fields }),
    readSpend: (id) => call({ to: 'readSpend', parameters: { id } }),
    returnCredits: ({ spendId, id = newId(), ...fields }) =>
      call({ to: 'returnCredits', parameters: { id: spendId, return_id: id }, fields }),
    hold: ({ id = newId(), ...fields }) => call({ to: 'hold', parameters: { id }, fields }),
    readHold: (id) => call({ to: 'readHold', parameters: { id } }),
    capture: (id, fields = {}) => call({ to: 'captureHold', parameters: { id }, fields }),
    release: (id) => call({ to: 'releaseHold', parameters: { id } }),
    async withHold(options, work) {
      const hold = await coffer.hold(options);
      if (hold.state !== 'open')
        throw new CofferError({
          status: 409,
          code: `hold-${hold.state}`,
          detail: `An earlier call with the id ${hold.id} has ended this hold.`,
        });
      let used: HoldWork;
      try {
        used = await work(hold);
      } catch (error) {
        // If the release fails too, the hold expires. The caller needs the first error.
        await coffer.release(hold.id).catch(() => undefined);
        throw error;
      }
      if (used === 0) return coffer.release(hold.id);
      return coffer.capture(hold.id, typeof used === 'number' ? { credits: used } : {});
    },
    grant: ({ id = newId(), ...fields }) => call({ to: 'grant', parameters: { id }, fields }),
    voidGrant: (id) => call({ to: 'voidGrant', parameters: { id } }),
    async findCustomers(email) {
      const { customers } = await call<Customers>({ to: 'findCustomers', query: { email } });
      return customers;
    },
    readCustomer: (id) => call({ to: 'customer', parameters: { id } }),
    async listGrants(id) {
      const { grants } = await call<Grants>({ to: 'grants', parameters: { id } });
      return grants;
    },
    async listEvents({ after, limit } = {}) {
      const query = {
        ...(after !== undefined && { after }),
        ...(limit !== undefined && { limit: String(limit) }),
      };
      const { events } = await call<Events>({ to: 'listEvents', query });
      return events;
    },
  };
  return coffer;
};
