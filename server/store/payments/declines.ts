import type { StoreConfig } from '../config.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { Log } from '../logging.ts';

interface Parts {
  readonly database: Database;
  readonly config: StoreConfig;
  readonly log: Log;
}

export interface DeclineBrake {
  /** Null: purchases are not paused. */
  readonly onUntil: Date | null;
  /** The declines that count now: within the window, since the last release, and within each share. */
  readonly declines: number;
}

/** `counted` excludes declines beyond a customer's or a site's share of the brake. */
interface DeclineCount {
  readonly declines: number;
  readonly counted: number;
}

/** Who put the brake on, most declines first. */
export interface BrakeCause {
  /** When the brake was last put on, within two days; null if it was not. */
  readonly putOnAt: Date | null;
  readonly customers: readonly (DeclineCount & { readonly customerId: string })[];
  /** By IPv4 address or IPv6 /48; null if unknown. */
  readonly networks: readonly (DeclineCount & {
    readonly network: string | null;
    readonly customers: number;
  })[];
}

/** Puts the brake on after too many declines, and logs it once. Never throws: the purchase has ended. */
export const checkDeclineBrake = async ({ database, config, log }: Parts): Promise<void> => {
  const { brakeCount, brakeWindowMs, brakeMs } = config.declines;
  if (brakeCount === 0) return;
  try {
    const [brake] = await database.query<{ isPulled: boolean }>(
      'select pull_decline_brake($1, $2, $3) as "isPulled"',
      [brakeCount, brakeWindowMs, brakeMs],
    );
    if (!brake?.isPulled) return;
    const { customers, networks } = await readBrakeCause(database, config.declines);
    log.error({
      event: 'decline-brake-on',
      durationMs: brakeMs,
      declines: customers.reduce((sum, { declines }) => sum + declines, 0),
      customers: customers.length,
      networks: networks.length,
    });
  } catch (error) {
    log.warn({ event: 'decline-brake-failed', error });
  }
};

/** Releases the brake after its time, logs it once, and deletes old declines. */
export const tendDeclines = async ({ database, log }: Omit<Parts, 'config'>): Promise<void> => {
  const [tended] = await database.query<{ isReleased: boolean }>('select tend_declines() as "isReleased"');
  if (tended?.isReleased) log.warn({ event: 'decline-brake-off' });
};

/** Releases the brake early. Earlier declines no longer count. @returns whether it was on */
export const releaseDeclineBrake = async (database: Queryable): Promise<boolean> => {
  const released = await database.query(
    `update decline_brake set on_until = store_now(), counts_from = store_now()
     where on_until > store_now() returning only_row`,
  );
  return released.length > 0;
};

export const readDeclineBrake = async (
  database: Queryable,
  { brakeCount, brakeWindowMs }: StoreConfig['declines'],
): Promise<DeclineBrake> => {
  const [brake] = await database.query<DeclineBrake>(
    `select case when on_until > store_now() then on_until end as "onUntil",
       (
         select count(*) from declines_towards_brake(
           $1, greatest(store_now() - $2::bigint * interval '1 ms', counts_from), 'infinity'
         )
         where is_counted
       ) as declines
     from decline_brake`,
    [brakeCount, brakeWindowMs],
  );
  if (brake === undefined) throw new Error('The row of the brake is gone.');
  return brake;
};

/** Declines in the window before the brake was last put on, or else in the current window. */
export const readBrakeCause = async (
  database: Queryable,
  { brakeCount, brakeWindowMs }: StoreConfig['declines'],
): Promise<BrakeCause> => {
  const [brake] = await database.query<{ putOnAt: Date | null; until: Date }>(
    `select "putOnAt", coalesce("putOnAt", store_now()) as until
     from (
       select case when put_on_at > store_now() - interval '2 days' then put_on_at end as "putOnAt" from decline_brake
     ) brake`,
  );
  if (brake === undefined) throw new Error('The row of the brake is gone.');
  const count = 'count(*) as declines, count(*) filter (where is_counted) as counted';
  const declines = "declines_towards_brake($1, $3::timestamptz - $2::bigint * interval '1 ms', $3)";
  const values = [brakeCount, brakeWindowMs, brake.until];
  return {
    putOnAt: brake.putOnAt,
    customers: await database.query<BrakeCause['customers'][number]>(
      `select customer_id as "customerId", ${count} from ${declines} group by 1 order by declines desc, 1`,
      values,
    ),
    networks: await database.query<BrakeCause['networks'][number]>(
      `select site as network, count(distinct customer_id) as customers, ${count} from ${declines}
       group by 1 order by declines desc, 1`,
      values,
    ),
  };
};
