import type { Database } from '#server/store/database/database.ts';

export type StoreClock = Awaited<ReturnType<typeof stopStoreClock>>;

/** Makes a migrated database read the store's time from a table that tests write. */
export const stopStoreClock = async (database: Database, start: Date) => {
  await database.query('create table test_clock (now timestamptz not null)');
  await database.query('insert into test_clock values ($1)', [start]);
  await database.query('grant select on test_clock to public');
  await database.query(
    "create or replace function store_now() returns timestamptz language sql volatile as 'select now from test_clock'",
  );
  // The migrations used the machine's time, so replace it.
  await database.query('update gateway_sweeps set next_at = $1', [start]);
  let now = start;
  const set = async (time: Date) => {
    now = time;
    await database.query('update test_clock set now = $1', [time]);
  };
  /** Returns the time `ms` milliseconds from now. */
  const after = (ms: number) => new Date(now.getTime() + ms);
  return {
    get now() {
      return now;
    },
    set,
    advance: (ms: number) => set(after(ms)),
    after,
  };
};
