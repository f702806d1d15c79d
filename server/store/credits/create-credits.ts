import { LRUCache } from 'lru-cache';
import { inBatches } from '../batches.ts';
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

type Claimed = 'spend' | 'hold' | 'grant';

interface Call {
  readonly name: Claimed | 'return' | 'capture' | 'extend' | 'release' | 'void';
  readonly customerId: string;
  readonly id: string;
  readonly content: object;
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

/**
 * @param gatherMs how long calls wait to be batched, in milliseconds
 * @param cause why credits move: `api`, or `person <name>`
 */
export const createCredits = (database: Database, gatherMs = 0, cause = 'api'): Credits => {
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
        calls.map(({ name, customerId, id, content }) => [
          name,
          customerId,
          id,
          JSON.stringify(content),
          cause,
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
    const known = `${claimed} ${asked.id}`;
    const customerId = customers.get(known) ?? (await reads.findCustomerOf(claimed, asked.id));
    if (customerId === undefined) return undefined;
    customers.set(known, customerId);
    return call({ ...asked, customerId });
  };

  return {
    ...reads.reads,

    spend: ({ id, customerId, ...content }) =>
      call<SpendResult>({ name: 'spend', customerId, id: id.toLowerCase(), content }),

    returnCredits: async ({ spendId, ...content }) =>
      (await callById<ReturnResult>('spend', { name: 'return', id: spendId.toLowerCase(), content })) ?? {
        outcome: 'spend-not-found',
      },

    hold: ({ id, customerId, ...content }) =>
      call<HoldResult>({ name: 'hold', customerId, id: id.toLowerCase(), content }),

    captureHold: async ({ id, ...content }) =>
      (await callById<CaptureResult>('hold', { name: 'capture', id: id.toLowerCase(), content })) ?? {
        outcome: 'hold-not-found',
      },

    extendHold: async ({ id, ...content }) =>
      (await callById<ExtendResult>('hold', { name: 'extend', id: id.toLowerCase(), content })) ?? {
        outcome: 'hold-not-found',
      },

    releaseHold: async ({ id }) =>
      (await callById<ReleaseResult>('hold', { name: 'release', id: id.toLowerCase(), content: {} })) ?? {
        outcome: 'hold-not-found',
      },

    grant: ({ id, customerId, ...content }) =>
      call<GrantResult>({ name: 'grant', customerId, id: id.toLowerCase(), content }),

    voidGrant: async ({ id }) =>
      (await callById<VoidResult>('grant', { name: 'void', id: id.toLowerCase(), content: {} })) ?? {
        outcome: 'grant-not-found',
      },
  };
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
