import type { StoreConfig } from '../config.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { Log } from '../logging.ts';

interface Parts {
  readonly database: Database;
  readonly config: StoreConfig;
  readonly log: Log;
}

/** The brake on purchases, for the metrics and for operators. */
export interface DeclineBrake {
  /** Until when purchases are refused; null: they are not. */
  readonly onUntil: Date | null;
  /** How many declines count towards it: within its window, since an operator released it, and within each one's share. */
  readonly declines: number;
}

/** How many cards were declined, and how many of these count towards the brake: each customer's and site's share is limited. */
interface DeclineCount {
  readonly declines: number;
  readonly counted: number;
}

/** Who tripped the brake, most declines first. */
export interface BrakeCause {
  /** When the brake was last put on, within the two days for which declines are kept; null: it was not. */
  readonly putOnAt: Date | null;
  readonly customers: readonly (DeclineCount & { readonly customerId: string })[];
  /** By IPv4 address or IPv6 /48; null: not known. */
  readonly networks: readonly (DeclineCount & {
    readonly network: string | null;
    readonly customers: number;
  })[];
}

/**
 * Puts the brake on where the last decline was one too many, and says so in the log, once for all processes. Never throws: the
 * purchase that was declined has ended in any event.
 */
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

/** Lets the brake off when its time is over, which the log says once, and forgets declines that count no more. */
export const tendDeclines = async ({ database, log }: Omit<Parts, 'config'>): Promise<void> => {
  const [tended] = await database.query<{ isReleased: boolean }>('select tend_declines() as "isReleased"');
  if (tended?.isReleased) log.warn({ event: 'decline-brake-off' });
};

/**
 * Lets the brake off before its time, for good: the declines so far do not put it on again. The log says so as at its own end.
 *
 * @returns whether it was on
 */
export const releaseDeclineBrake = async (database: Queryable): Promise<boolean> => {
  const released = await database.query(
    `update decline_brake set on_until = store_now(), counts_from = store_now()
     where on_until > store_now() returning only_row`,
  );
  return released.length > 0;
};

/** How the brake stands. */
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

/** Who had cards declined in the window before the brake was last put on, or in the window until now. */
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
