import { expect } from 'vitest';
import { createCredits } from '#server/store/credits/create-credits.ts';
import type { Credits } from '#server/store/credits/credits.ts';
import { createPurchaseAttempts } from '#server/store/payments/attempts.ts';
import { charged } from '#server/store/payments/decisions.ts';
import { addVersion } from '#server/store/products/catalog.ts';
import { turnMailsOn } from '../../mail-errors.ts';
import { openMigratedDatabase } from '../../migrated-database.ts';
import { stopStoreClock } from '../../store-clock.ts';
import { createRefunds, type Purchase } from './refunds.ts';
import type { Sequence, Step } from './steps.ts';

export type Stores = Awaited<ReturnType<typeof openStores>>;

const products = [
  { id: 'plain', credits: 40, bonusCredits: 0, creditsExpireDays: null, bonusExpireDays: null },
  { id: 'lasting', credits: 30, bonusCredits: 10, creditsExpireDays: 2, bonusExpireDays: 1 },
];
const priceCents = 1_000;

export const openStores = async () => {
  const database = await openMigratedDatabase();
  const clock = await stopStoreClock(database, new Date('2026-11-20T12:00:00Z'));
  await database.query(turnMailsOn);
  for (const [rank, product] of products.entries())
    await addVersion(database, {
      ...product,
      version: 1,
      name: product.id,
      priceCents,
      description: '',
      rank,
      onSale: true,
      changedBy: 'tests',
    });
  const attempts = createPurchaseAttempts(database, {
    attemptsPerMinute: 1_000,
    attemptsInFlight: 1_000,
    declines: { perCustomer: 0, perNetwork: 0 },
  } as never);
  return {
    database,
    clock,
    attempts,
    refunds: createRefunds(database, attempts, clock),
    /** Two processes of the same store. */
    credits: [
      createCredits(database)('coffer_key_0a1b2c3d'),
      createCredits(database)('coffer_key_0a1b2c3d'),
    ] as const,
  };
};

interface Answer {
  readonly outcome: string;
  readonly spending_limit?: number;
  readonly used?: number;
  readonly hold?: { readonly captured: number };
}

/** A call of the merchant's API, which can be repeated. */
interface Call {
  readonly of: 'spend' | 'return' | 'hold' | 'capture' | 'extend' | 'release' | 'grant' | 'void';
  readonly id: string;
  /** Credits that the call spends if it takes effect; negative if it returns credits. */
  readonly spends: number;
  send(credits: Credits, isChanged?: boolean): Promise<Answer>;
  readonly answers: Answer[];
}

/** A customer, with all calls and purchases so far. */
export interface Player {
  readonly customerId: string;
  readonly calls: Call[];
  readonly purchases: Purchase[];
  /** Each spending limit that the customer had. Infinity: none. */
  readonly limits: number[];
}

export const createPlayers = async ({ database }: Stores, count: number): Promise<Player[]> => {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  await database.query(
    'insert into customers (customer_id, created_at) select unnest($1::text[]), store_now()',
    [ids],
  );
  await database.query('insert into accounts (customer_id) select unnest($1::text[])', [ids]);
  return ids.map((customerId) => ({ customerId, calls: [], purchases: [], limits: [] }));
};

/** Runs one round of all customers' sequences concurrently. */
export const playRound = async (
  stores: Stores,
  players: readonly Player[],
  sequences: readonly Sequence[],
  round: number,
): Promise<void> => {
  await Promise.all(
    players.flatMap((player, index) =>
      (sequences[index]?.[round] ?? []).map((step, place) =>
        play(stores, player, step, (place % 2) as 0 | 1),
      ),
    ),
  );
};

type OwnStep = Extract<Step, { readonly does: 'limit' | 'sum' }>;

/** Sets the spending limit, or adds movements to the sums of the usage. */
const changeAccount = async (
  { database, clock }: Stores,
  { customerId, limits }: Player,
  step: OwnStep,
): Promise<void> => {
  if (step.does === 'sum') {
    await database.query('insert into usage_queue values ($1) on conflict do nothing', [customerId]);
    await database.query('select sum_usage($1)', [step.movements]);
    return;
  }
  await database.query('select save_spending_limit($1, $2, $3)', [customerId, step.credits, clock.now]);
  limits.push(step.credits ?? Number.POSITIVE_INFINITY);
};

const play = async (stores: Stores, player: Player, step: Step, process: 0 | 1): Promise<void> => {
  if (step.does === 'batch') return spendTogether(stores, player, step);
  if (step.does === 'look') return stores.refunds.look(player.purchases);
  if (step.does === 'limit' || step.does === 'sum') return changeAccount(stores, player, step);
  if (step.does !== 'refund') return execute(stores, player, step, process);
  const purchase = player.purchases.at(-1 - step.place);
  if (purchase !== undefined) await stores.refunds.request(purchase, step);
};

const execute = async (stores: Stores, player: Player, step: Step, process: 0 | 1): Promise<void> => {
  const { customerId, calls, purchases } = player;
  const credits = stores.credits[process];
  const last = <Item>(items: readonly Item[], place: number): Item | undefined => items.at(-1 - place);
  const issue = async (of: Call['of'], id: string, send: Call['send'], spends = 0): Promise<void> => {
    const call: Call = { of, id, spends, send, answers: [] };
    calls.push(call);
    call.answers.push(await send(credits));
  };
  const placed = (of: Call['of'], place: number) =>
    last(
      calls.filter((call) => call.of === of),
      place,
    )?.id;
  const id = crypto.randomUUID();
  const own = { id, customerId };
  /** Makes a call about an earlier hold or grant, if there is one. */
  const follow = async (
    of: Call['of'],
    earlier: Call['of'],
    place: number,
    send: (at: Credits, earlierId: string) => Promise<Answer>,
  ): Promise<void> => {
    const earlierId = placed(earlier, place);
    if (earlierId !== undefined) await issue(of, earlierId, (at) => send(at, earlierId));
  };

  switch (step.does) {
    case 'buy':
      return buy(stores, player, products[step.product]?.id ?? '');
    case 'reverse': {
      const purchase = last(purchases, step.place);
      if (purchase === undefined) return;
      const amountCents = (priceCents * step.part) / 100;
      purchase.reversals.push({ kind: step.kind, reference: id, transactionId: id, amountCents });
      await stores.refunds.recheck(purchase);
      return;
    }
    case 'adjust':
      if (step.credits !== 0)
        await stores.database.query('select adjust_credits($1, $2, $3, $4, true)', [
          customerId,
          id,
          'records',
          step.credits,
        ]);
      return;
    case 'spend':
      return issue(
        'spend',
        id,
        (at, isChanged) => {
          const reference = isChanged ? 'x' : step.reference;
          return at.spend({ ...own, credits: step.credits, reference, description: null });
        },
        step.credits,
      );
    case 'return': {
      const spendId = placed('spend', step.place);
      if (spendId === undefined) return;
      return issue(
        'return',
        id,
        (at, isChanged) =>
          at.returnCredits({ spendId, returnId: id, credits: step.credits + (isChanged ? 1 : 0) }),
        -step.credits,
      );
    }
    case 'hold':
      return issue('hold', id, (at, isChanged) => {
        const expiresInSeconds = step.seconds + (isChanged ? 1 : 0);
        return at.hold({ ...own, credits: step.credits, expiresInSeconds, reference: step.reference });
      });
    case 'capture':
      return follow('capture', 'hold', step.place, (at, hold) =>
        at.captureHold({ id: hold, credits: step.credits }),
      );
    case 'extend':
      return follow('extend', 'hold', step.place, (at, hold) =>
        at.extendHold({ id: hold, expiresInSeconds: step.seconds }),
      );
    case 'release':
      return follow('release', 'hold', step.place, (at, hold) => at.releaseHold({ id: hold }));
    case 'grant': {
      const { credits: granted, priority } = step;
      const expiresAt = step.hours === null ? null : stores.clock.after(step.hours * 3_600_000);
      return issue('grant', id, (at, isChanged) =>
        at.grant({ ...own, credits: granted, reason: isChanged ? 'y' : 'x', expiresAt, priority }),
      );
    }
    case 'void':
      return follow('void', 'grant', step.place, (at, grant) => at.voidGrant({ id: grant }));
    case 'repeat': {
      const call = last(calls, step.place);
      if (call === undefined) return;
      if (!step.isChanged || ['capture', 'extend', 'release', 'void'].includes(call.of)) {
        call.answers.push(await call.send(credits));
        return;
      }
      if (!call.answers.some(({ outcome }) => firsts.has(outcome))) return;
      expect(await call.send(credits, true), `another ${call.of}`).toEqual({ outcome: 'id-reused' });
      return;
    }
    case 'read': {
      const read = await credits.readCustomer(customerId);
      expect(read?.available).toBe((read?.balance ?? 0) - (read?.held ?? 0));
      return;
    }
  }
};

/** Makes spends in one batch. Later repetitions are batches of one spend. */
const spendTogether = async (
  { credits: [credits] }: Stores,
  { customerId, calls }: Player,
  { spends, isTwice }: Extract<Step, { readonly does: 'batch' }>,
): Promise<void> => {
  const orders = spends.map((amount) => {
    return { id: crypto.randomUUID(), customerId, credits: amount, reference: null, description: null };
  });
  const made = orders.map((order): Call => {
    const send: Call['send'] = async (at, isChanged) =>
      (await at.spendBatch([{ ...order, reference: isChanged ? 'x' : null }]))[0] ?? expect.fail();
    return { of: 'spend', id: order.id, spends: order.credits, send, answers: [] };
  });
  calls.push(...made);
  const results = await credits.spendBatch([...orders, ...orders.slice(0, isTwice ? 1 : 0)]);
  expect(results).toHaveLength(orders.length + (isTwice ? 1 : 0));
  for (const [place, result] of results.entries()) made[place % made.length]?.answers.push(result);
};

const buy = async ({ attempts, refunds }: Stores, { customerId, purchases }: Player, productId: string) => {
  const attemptId = crypto.randomUUID();
  const opening = await attempts.open({
    customerId,
    attemptId,
    fingerprint: Buffer.from(attemptId),
    tokenHash: Buffer.from(attemptId),
    productId,
    expectedCents: undefined,
    patienceMs: 1_000,
    ipAddress: undefined,
    sendLocks: null,
  });
  if (opening.outcome !== 'opened') throw new Error(`A purchase was not opened: ${opening.outcome}`);
  const attempt = {
    customerId,
    attemptId,
    amountCents: priceCents,
    state: 'sending',
    sentAt: opening.sent_at,
  } as const;
  await attempts.settle(attempt, charged(attemptId), 'attempt');
  const { transaction_id: transactionId } = opening;
  const purchase: Purchase = {
    attempt,
    transactionId,
    reversals: [],
    late: [],
    isUnknown: false,
    timesRefunded: 0,
  };
  purchases.push(purchase);
  refunds.sold.set(attemptId, purchase);
};

/** Outcomes of calls that changed something. Each id has at most one of these outcomes. */
export const firsts: ReadonlySet<string> = new Set(['created', 'captured', 'released', 'voided']);
