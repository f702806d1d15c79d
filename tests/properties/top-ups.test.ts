import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findBookErrors } from '#server/store/ledger/books.ts';
import { findEventErrors } from '../event-errors.ts';
import { findMailErrors } from '../mail-errors.ts';
import { seed } from '../seed.ts';
import { changeSettings, createPlayers, playRound, settle } from './top-ups/play.ts';
import { brokenCaps, type Player } from './top-ups/player.ts';
import { type Season, type Sequence, seasons, sequences } from './top-ups/steps.ts';
import { caps, createShelf, openStores, type Stores } from './top-ups/stores.ts';

/** Number of sequences to run; `TOP_UP_RUNS` changes it. */
const { TOP_UP_RUNS } = process.env;
const runs = Number(TOP_UP_RUNS ?? 2_000);
/** Number of sequences that share a clock and prices, and number of such groups per database. */
const groupSize = 50;
const groupsPerDatabase = 40;
/** Timeout for an endless run in ms, long enough for a busy machine. */
const limitMs = 20 * 60_000 + runs * 100;

/** Returns charges that are missing from the ledger, and ledger entries without a charge. */
const findMissing = async ({ database }: Stores, players: readonly Player[]): Promise<string[]> => {
  const entries = await database.query<{ customerId: string; orderId: string; isAutomatic: boolean }>(
    `select customer_id as "customerId", order_id as "orderId", is_automatic as "isAutomatic"
     from transactions where status in ('completed', 'refunded')`,
  );
  const booked = new Map(players.map(({ customerId }) => [customerId, new Map<string, boolean>()]));
  for (const { customerId, orderId, isAutomatic } of entries)
    booked.get(customerId)?.set(orderId, isAutomatic);
  return players.flatMap(({ customerId, charged, charges }) => {
    const own = booked.get(customerId) ?? new Map<string, boolean>();
    const automatic = new Set(charges.map(({ orderId }) => orderId));
    return [
      ...[...charged]
        .filter((orderId) => own.get(orderId) !== automatic.has(orderId))
        .map((id) => `${id} is not booked as charged`),
      ...[...own.keys()]
        .filter((orderId) => !charged.has(orderId))
        .map((id) => `${id} is booked and was not charged`),
    ].map((problem) => `${customerId}: ${problem}`);
  });
};

it(
  'top-ups charge cards only as customers agreed, despite crashes and lost, late or concurrent messages',
  async () => {
    for (let from = 0; from < runs; from += groupSize * groupsPerDatabase) {
      const stores = await openStores();
      const all: Player[] = [];
      for (let group = 0; group < groupsPerDatabase; group += 1) {
        const first = from + group * groupSize;
        const size = Math.min(groupSize, runs - first);
        if (size <= 0) break;
        const played = fc.sample(sequences, { seed: seed + first, numRuns: size });
        const [season] = fc.sample(seasons, { seed: seed + first, numRuns: 1 });
        if (season === undefined) throw new Error('There is no season.');
        all.push(...(await playSeason(stores, group, played, season)));
      }
      const problems = [
        ...(await findBookErrors(stores.database)).map((error) => JSON.stringify(error)),
        ...(await findEventErrors(stores.database)).map((error) => JSON.stringify(error)),
        ...(await findMailErrors(stores.database)).map((error) => JSON.stringify(error)),
        ...(await findMissing(stores, all)),
        ...all.flatMap((player) =>
          [...player.problems, ...brokenCaps(player, caps)].map(
            (problem) => `${player.customerId}: ${problem}`,
          ),
        ),
      ];
      const told = problems.slice(0, 3).map((problem) => {
        const index = all.findIndex(({ customerId }) => problem.includes(customerId));
        return `${problem}\nSequence ${from + index}: SEED=${seed} repeats it.`;
      });
      expect(told).toEqual([]);
      await stores.close();
    }
    console.log(`${runs} sequences of top-ups held. SEED=${seed} repeats them.`);
  },
  limitMs,
);

const playSeason = async (
  stores: Stores,
  group: number,
  played: readonly Sequence[],
  { hoursLeft, isClockTurnedBack, weather }: Season,
): Promise<Player[]> => {
  const [start] = await stores.database.query<{ at: Date }>(
    `select chicago_month($1::timestamptz + interval '70 days') - $2 * interval '1 hour' as at`,
    [stores.clock.now, hoursLeft],
  );
  if (start !== undefined) await stores.clock.set(start.at);
  const shelf = await createShelf(stores.database, group);
  const players = await createPlayers(stores, played.length);
  await Promise.all(
    played.map(async ({ agreement }, index) => {
      const player = players[index];
      if (player !== undefined) await changeSettings(stores, shelf, player, agreement);
    }),
  );
  stores.network.losesLate = isClockTurnedBack;
  for (const [round, conditions] of weather.entries())
    await playRound(
      stores,
      shelf,
      players,
      played.map(({ rounds }) => rounds[round]),
      conditions,
    );
  await settle(stores);
  return players;
};
