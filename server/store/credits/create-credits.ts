import { LRUCache } from 'lru-cache';
import { inBatches } from '../database/batches.ts';
import { callFunction } from '../database/call-function.ts';
import { withConnectionLimit } from '../database/connection-limit.ts';
import { type Database, isStatementUndone } from '../database/database.ts';
import type { CreditCall, CreditResult } from '../database/functions.gen.ts';
import { createCreditReads } from './read-credits.ts';

export interface SpendOrder {
  /** A UUID that the caller chose, like the ids of all calls. */
  readonly id: string;
  readonly customerId: string;
  /** At least 1. */
  readonly credits: number;
  readonly reference: string | null;
  readonly description: string | null;
}

interface ReturnOrder {
  readonly spendId: string;
  readonly returnId: string;
  readonly credits: number;
}

interface HoldOrder extends Omit<SpendOrder, 'description'> {
  readonly expiresInSeconds: number;
}

interface GrantOrder extends Pick<SpendOrder, 'id' | 'customerId' | 'credits'> {
  readonly reason: string;
  /** Null: the grant never expires. */
  readonly expiresAt: Date | null;
  readonly priority: number;
}

/** Returns the credits API for one of the merchant's API keys. The books record the key's prefix. */
export type CreditsOf = ReturnType<typeof createCredits>;

type Claimed = 'spend' | 'hold' | 'grant';
type Call = Omit<CreditCall, 'cause'>;

/** A customer's calls all lock the same account. Large batches let one customer spend as fast as many customers do. */
const batches = { size: 64, concurrency: 3, isUndone: isStatementUndone };
/** Batches lock many accounts, so more at once would wait for each other while they keep connections from other calls. */
const batchesAtOnce = 2;
const rememberedCustomers = 100_000;

/** Returns a function that makes calls in batches. If `spend_batch` refuses a batch, its calls are made one by one. */
const createCalls = (database: Database, together: 'call_credits' | 'spend_batch', gatherMs: number) =>
  inBatches(
    (calls: readonly CreditCall[]) =>
      callFunction(database, calls.length === 1 ? 'call_credits' : together, { calls }),
    { ...batches, gatherMs, keyOf: ({ customer_id }) => customer_id },
  );

/** Creates the credits API. @param gatherMs how long to wait for more calls before sending a batch, in milliseconds */
export const createCredits = (database: Database, gatherMs = 0) => {
  const reads = createCreditReads(database);
  /** Customer ids by spend, hold or grant id. The customer of an id never changes. */
  const customers = new LRUCache<string, string>({
    // `max` would allocate memory for every entry upfront.
    maxSize: rememberedCustomers,
    sizeCalculation: () => 1,
  });

  const carryOut = createCalls(database, 'call_credits', gatherMs);
  const spendMany = createCalls(database, 'spend_batch', gatherMs);
  const batchDatabase = withConnectionLimit(database, batchesAtOnce);

  return (key: string) => {
    const call = async (asked: Call): Promise<CreditResult> => {
      const perform = asked.call === 'spend' ? spendMany : carryOut;
      const result = await perform({ ...asked, cause: `api ${key}` });
      if (result.outcome === 'created' && (asked.call === 'spend' || asked.call === 'hold'))
        customers.set(`${asked.call} ${asked.id}`, asked.customer_id);
      return result;
    };
    /** Makes a call that doesn't name its customer. First looks up the customer by the call's id. */
    const callById = async (claimed: Claimed, asked: Omit<Call, 'customer_id'>): Promise<CreditResult> => {
      const id = asked.id.toLowerCase();
      const known = `${claimed} ${id}`;
      const customerId = customers.get(known) ?? (await reads.findCustomerOf(claimed, id));
      if (customerId === undefined) return { outcome: `${claimed}-not-found` };
      customers.set(known, customerId);
      return call({ ...asked, id, customer_id: customerId });
    };

    return {
      ...reads.reads,
      spend: (order: SpendOrder) => call(toCall('spend', order)),
      /** Spends together. Returns what a call for each order would have returned, in order. */
      async spendBatch(orders: readonly SpendOrder[]): Promise<readonly CreditResult[]> {
        const calls = orders.map((order) => ({ ...toCall('spend', order), cause: `api ${key}` }));
        const results: CreditResult[] = [];
        for (const part of splitAtRepeats(calls))
          results.push(...((await spendTogether(batchDatabase, part)) ?? (await oneByOne(part, carryOut))));
        return results;
      },
      /** Returns credits of a spend to the grants they came from. */
      returnCredits: ({ spendId, returnId, credits }: ReturnOrder) =>
        callById('spend', { call: 'return', id: spendId, return_id: returnId, credits }),
      hold: ({ expiresInSeconds, ...order }: HoldOrder) =>
        call({ ...toCall('hold', order), expires_in: expiresInSeconds }),
      /** Spends held credits (`null`: all of them) and releases the rest. */
      captureHold: (order: { readonly id: string; readonly credits: number | null }) =>
        callById('hold', { call: 'capture', ...order }),
      /** Sets the hold's expiry, counted from now. The new expiry may be earlier. */
      extendHold: ({ id, expiresInSeconds }: Pick<HoldOrder, 'id' | 'expiresInSeconds'>) =>
        callById('hold', { call: 'extend', id, expires_in: expiresInSeconds }),
      releaseHold: (order: { readonly id: string }) => callById('hold', { call: 'release', ...order }),
      grant: ({ expiresAt, ...order }: GrantOrder) =>
        call({ ...toCall('grant', order), expires_at: expiresAt }),
      /** Removes a grant's remaining credits. Held credits are removed when their hold ends. */
      voidGrant: (order: { readonly id: string }) => callById('grant', { call: 'void', ...order }),
    };
  };
};

const toCall = <Order extends Pick<SpendOrder, 'id' | 'customerId'>>(
  call: Claimed,
  { id, customerId, ...content }: Order,
) => ({
  call,
  customer_id: customerId,
  id: id.toLowerCase(),
  ...content,
});

/** Splits calls so that no part repeats an id. */
const splitAtRepeats = (calls: readonly CreditCall[]): CreditCall[][] => {
  const parts = [new Map<string, CreditCall>()];
  for (const call of calls) {
    if (parts.at(-1)?.has(call.id)) parts.push(new Map());
    parts.at(-1)?.set(call.id, call);
  }
  return parts.map((part) => [...part.values()]);
};

/** Makes spends in one transaction. Returns undefined, without effect, if the database refuses them. */
const spendTogether = async (
  database: Database,
  calls: readonly CreditCall[],
): Promise<readonly CreditResult[] | undefined> => {
  const sorted = calls.toSorted((one, other) => compare(one.customer_id, other.customer_id));
  try {
    const results = await callFunction(database, 'spend_batch', { calls: sorted });
    const byId = new Map(sorted.map(({ id }, place) => [id, results[place]]));
    return calls.flatMap(({ id }) => byId.get(id) ?? []);
  } catch (error) {
    if (isStatementUndone(error)) return undefined;
    throw error;
  }
};

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Makes calls in order. One failure doesn't block the others. @throws the first error */
const oneByOne = async (
  calls: readonly CreditCall[],
  carryOut: (call: CreditCall) => Promise<CreditResult>,
): Promise<readonly CreditResult[]> => {
  const results: CreditResult[] = [];
  const failures: unknown[] = [];
  for (const call of calls)
    await carryOut(call).then(
      (result) => results.push(result),
      (error: unknown) => failures.push(error),
    );
  for (const failure of failures) throw failure;
  return results;
};
