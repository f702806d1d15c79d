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
  /** How many cards were declined within the window that the brake looks at, and since it was let off by hand. */
  readonly declines: number;
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
    if (brake?.isPulled) log.error({ event: 'decline-brake-on', durationMs: brakeMs });
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
  { brakeWindowMs }: StoreConfig['declines'],
): Promise<DeclineBrake> => {
  const [brake] = await database.query<DeclineBrake>(
    `select case when on_until > store_now() then on_until end as "onUntil",
       (
         select count(*) from declines
         where declined_at > greatest(store_now() - $1::bigint * interval '1 ms', counts_from)
       ) as declines
     from decline_brake`,
    [brakeWindowMs],
  );
  if (brake === undefined) throw new Error('The row of the brake is gone.');
  return brake;
};
