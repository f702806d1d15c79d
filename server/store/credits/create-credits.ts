import { LRUCache } from 'lru-cache';
import { inBatches } from '../database/batches.ts';
import { callEachOf } from '../database/call-each.ts';
import { type Database, isStatementUndone } from '../database/database.ts';
import type {
  CaptureResult,
  Credits,
  ExtendResult,
  GrantResult,
  HoldResult,
  ReleaseResult,
  ReturnResult,
  SpendResult,
  VoidResult,
} from './credits.ts';
import { createCreditReads } from './read-credits.ts';

/** Credits as a key of the merchant's API changes them: the books keep its prefix. */
export type CreditsOf = (key: string) => Credits;

type Claimed = 'spend' | 'hold' | 'grant';

interface Call {
  readonly name: Claimed | 'return' | 'capture' | 'extend' | 'release' | 'void';
  readonly customerId: string;
  readonly id: string;
  readonly content: object;
  /** The prefix of the merchant's key. */
  readonly key: string;
}

/** In JSON, times are strings. */
type Answer = { readonly outcome: string } & {
  readonly [Name in Claimed]?: { readonly createdAt: string; readonly expiresAt?: string | null };
};

const callEach = callEachOf<{ answer: Answer }>('call_credits', ['text', 'text', 'uuid', 'jsonb', 'text']);

/**
 * All of a customer's calls lock the same account, so large batches let one customer spend as fast as many
 * customers.
 */
const batches = { size: 64, concurrency: 3, isUndone: isStatementUndone };
const rememberedCustomers = 100_000;

/** @param gatherMs how long calls wait to be batched, in milliseconds */
export const createCredits = (database: Database, gatherMs = 0): CreditsOf => {
  const reads = createCreditReads(database);
  /** By id, because an id's customer never changes. Grows with use. */
  const customers = new LRUCache<string, string>({
    // With `max` it would allocate room for all of them at once.
    maxSize: rememberedCustomers,
    sizeCalculation: () => 1,
  });

  const carryOut = inBatches(
    async (calls: readonly Call[]) => {
      const rows = await callEach(
        database,
        calls.map(({ name, customerId, id, content, key }) => [
          name,
          customerId,
          id,
          JSON.stringify(content),
          `api ${key}`,
        ]),
      );
      return rows.map(({ answer }) => answer);
    },
    { ...batches, gatherMs, keyOf: ({ customerId }) => customerId },
  );

  /** The answer, with its times as dates. */
  const call = async <Result extends { readonly outcome: string }>(asked: Call): Promise<Result> => {
    const answer = withDates<Result>(await carryOut(asked));
    for (const claimed of ['spend', 'hold'] as const)
      if (answer.outcome === 'created' && asked.name === claimed)
        customers.set(`${claimed} ${asked.id}`, asked.customerId);
    return answer;
  };

  /** Calls that name only an id first find its customer. */
  const callById = async <Result extends { readonly outcome: string }>(
    claimed: Claimed,
    asked: Omit<Call, 'customerId'>,
  ): Promise<Result | undefined> => {
    const id = asked.id.toLowerCase();
    const known = `${claimed} ${id}`;
    const customerId = customers.get(known) ?? (await reads.findCustomerOf(claimed, id));
    if (customerId === undefined) return undefined;
    customers.set(known, customerId);
    return call({ ...asked, id, customerId });
  };

  return (key) => ({
    ...reads.reads,

    spend: ({ id, customerId, ...content }) =>
      call<SpendResult>({ name: 'spend', customerId, id: id.toLowerCase(), content, key }),

    returnCredits: async ({ spendId, ...content }) =>
      (await callById<ReturnResult>('spend', { name: 'return', id: spendId, content, key })) ?? {
        outcome: 'spend-not-found',
      },

    hold: ({ id, customerId, ...content }) =>
      call<HoldResult>({ name: 'hold', customerId, id: id.toLowerCase(), content, key }),

    captureHold: async ({ id, ...content }) =>
      (await callById<CaptureResult>('hold', { name: 'capture', id, content, key })) ?? {
        outcome: 'hold-not-found',
      },

    extendHold: async ({ id, ...content }) =>
      (await callById<ExtendResult>('hold', { name: 'extend', id: id.toLowerCase(), content, key })) ?? {
        outcome: 'hold-not-found',
      },

    releaseHold: async ({ id }) =>
      (await callById<ReleaseResult>('hold', { name: 'release', id, content: {}, key })) ?? {
        outcome: 'hold-not-found',
      },

    grant: ({ id, customerId, ...content }) =>
      call<GrantResult>({ name: 'grant', customerId, id: id.toLowerCase(), content, key }),

    voidGrant: async ({ id }) =>
      (await callById<VoidResult>('grant', { name: 'void', id, content: {}, key })) ?? {
        outcome: 'grant-not-found',
      },
  });
};

const withDates = <Result>(answer: Answer): Result => {
  const dated: Record<string, unknown> = { ...answer };
  for (const name of ['spend', 'hold', 'grant'] as const) {
    const { createdAt, expiresAt, ...given } = answer[name] ?? {};
    if (createdAt === undefined) continue;
    dated[name] = {
      ...given,
      createdAt: new Date(createdAt),
      ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    };
  }
  return dated as Result;
};
