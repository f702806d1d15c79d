import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findBookErrors } from '#server/store/ledger/books.ts';
import { findEventErrors } from '../event-errors.ts';
import { findMailErrors } from '../mail-errors.ts';
import { seed } from '../seed.ts';
import { createPlayers, firsts, openStores, type Player, playRound, type Stores } from './credits/play.ts';
import { pauses, sequences } from './credits/steps.ts';
import { findUsageErrors } from './credits/usage.ts';

/** Number of sequences to run; `CREDIT_RUNS` changes it. */
const { CREDIT_RUNS } = process.env;
const runs = Number(CREDIT_RUNS ?? 10_000);
/** Number of sequences that run concurrently, and number of such groups per database. */
const groupSize = 100;
const groupsPerDatabase = 20;
/** Timeout for an endless run in ms, long enough for a busy machine. */
const limitMs = 20 * 60_000 + runs * 100;

/** Returns calls that took effect twice, or whose repetitions returned a different result. */
const problemsOf = ({ calls, customerId }: Player): string[] => {
  const byId = new Map<string, Player['calls']>();
  for (const call of calls)
    byId.set(`${call.of} ${call.id}`, [...(byId.get(`${call.of} ${call.id}`) ?? []), call]);
  return [...byId].flatMap(([name, same]) => {
    const answers = same.flatMap((call) => call.answers);
    const effective = answers.filter(({ outcome }) => firsts.has(outcome));
    const repeated = answers.filter(({ outcome }) => outcome === 'repeated');
    const contents = new Set(
      [...effective, ...repeated].map((answer) => JSON.stringify({ ...answer, outcome: '' })),
    );
    if (effective.length > 1) return [`${customerId}: ${name} took effect ${effective.length} times`];
    if (name.startsWith('void')) return [];
    return contents.size > 1 ? [`${customerId}: ${name} has ${contents.size} answers`] : [];
  });
};

/** Returns customers whose postings don't match the credits that their calls spent. */
const checkSpent = async ({ database }: Stores, players: readonly Player[]): Promise<string[]> => {
  const rows = await database.query<{ customerId: string; spent: number }>(
    `select customer_id as "customerId", sum(case when credit_account = 'spent' then amount else -amount end)::bigint as spent
     from postings where 'spent' in (credit_account, debit_account) group by customer_id`,
  );
  const booked = new Map(rows.map(({ customerId, spent }) => [customerId, spent]));
  return players.flatMap(({ customerId, calls }) => {
    let answered = 0;
    for (const { spends, answers } of calls)
      for (const answer of answers)
        if (answer.outcome === 'captured') answered += answer.hold?.captured ?? 0;
        else if (answer.outcome === 'created') answered += spends;
    return answered === (booked.get(customerId) ?? 0)
      ? []
      : [`${customerId}: the answers say that ${answered} were spent`];
  });
};

/** Returns customers with more credits used in a month than any limit that they had, and events sent twice. */
const checkLimits = async ({ database }: Stores, limited: readonly Player[]): Promise<string[]> => {
  const rows = await database.query<{ customerId: string; used: number }>(`
    select customer_id as "customerId", sum(credits)::bigint as used
    from (
      select customer_id, credits - returned as credits, created_at from spends
      union all
      select customer_id, case state when 'open' then credits else captured end, created_at from holds
      where refund_id is null
    ) used
    group by customer_id, chicago_month(created_at)`);
  const reports = await database.query<{ customerId: string }>(`
    select customer_id as "customerId" from event_outbox where type = 'spending_limit.reached'
    group by customer_id, data -> 'percent', data -> 'resets_at' having count(*) > 1`);
  const highest = new Map(limited.map(({ customerId, limits }) => [customerId, Math.max(...limits)]));
  return [
    ...rows.flatMap(({ customerId, used }) =>
      used > (highest.get(customerId) ?? used) ? [`${customerId} used ${used} in a month`] : [],
    ),
    ...reports.map(({ customerId }) => `${customerId} got an event about the limit twice`),
    ...limited.flatMap(({ customerId, calls }) =>
      calls.flatMap(({ of, spends, answers }) =>
        answers.some(({ spending_limit = 0, used = 1 }) => of === 'spend' && used + spends <= spending_limit)
          ? [`${customerId}: a spend within the limit was refused`]
          : [],
      ),
    ),
  ];
};

it(
  'credits are never spent twice, below zero or beyond a limit, even with concurrent, repeated or late calls',
  async () => {
    let refunds = 0;
    for (let from = 0; from < runs; from += groupSize * groupsPerDatabase) {
      const stores = await openStores();
      const all: Player[] = [];
      const limited: Player[] = [];
      for (let group = 0; group < groupsPerDatabase; group += 1) {
        // The last day of a month, so that spends, holds and their ends are in different months.
        await stores.clock.set(new Date(Date.UTC(2026, 11 + group, 0, 12)));
        const first = from + group * groupSize;
        const size = Math.min(groupSize, runs - first);
        if (size <= 0) break;
        const played = fc.sample(sequences, { seed: seed + first, numRuns: size });
        const [waits = []] = fc.sample(pauses, { seed: seed + first, numRuns: 1 });
        const players = await createPlayers(stores, size);
        for (const [round, seconds] of waits.entries()) {
          await playRound(stores, players, played, round);
          await stores.clock.advance(seconds * 1_000);
        }
        all.push(...players);
        limited.push(
          ...players.filter((_, index) => played[index]?.[0]?.some(({ does }) => does === 'limit')),
        );
      }
      // The first look opens the cases of refunds without an outcome, and the second closes them.
      for (const _ of ['first', 'second']) {
        await stores.clock.advance(60_000);
        await Promise.all(all.map(({ purchases }) => stores.refunds.look(purchases)));
      }
      await stores.database.query(
        'select refresh_credits(array(select customer_id from accounts order by customer_id))',
      );
      const problems = [
        ...(await findBookErrors(stores.database)).map((error) => JSON.stringify(error)),
        ...(await findEventErrors(stores.database)).map((error) => JSON.stringify(error)),
        ...(await findMailErrors(stores.database)).map((error) => JSON.stringify(error)),
        ...all.flatMap(problemsOf),
        ...(await checkSpent(stores, all)),
        ...(await stores.refunds.findErrors()),
        ...(await findUsageErrors(stores)),
        ...(await checkLimits(stores, limited)),
      ];
      const told = problems.slice(0, 3).map((problem) => {
        const index = all.findIndex(({ customerId }) => problem.includes(customerId));
        return `${problem}\nSequence ${from + index}: SEED=${seed} repeats it.`;
      });
      expect(told).toEqual([]);
      refunds += all.flatMap(({ purchases }) => purchases).filter((one) => one.timesRefunded > 0).length;
      await stores.database.close();
    }
    expect(refunds).toBeGreaterThan(0);
    console.log(`${runs} sequences of credits held, with ${refunds} refunds. SEED=${seed} repeats them.`);
  },
  limitMs,
);
