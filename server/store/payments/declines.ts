import type { StoreConfig } from '../config/config.ts';
import { callForRow } from '../database/call-function.ts';
import type { Queryable } from '../database/database.ts';
import type { StoreParts } from '../parts.ts';

export interface CircuitBreaker {
  /** End of the pause. Null: purchases aren't paused. */
  readonly onUntil: Date | null;
  /** Number of declines that count now: in the window, since the last reset, and within each source's share. */
  readonly declines: number;
}

/** `counted` excludes declines beyond a customer's or a network's share of the limit. */
interface DeclineCount {
  readonly declines: number;
  readonly counted: number;
}

/** The sources of the declines that tripped the circuit breaker, most declines first. */
export interface BreakerCause {
  /** When the breaker last tripped. Null if it hasn't tripped within the last two days. */
  readonly putOnAt: Date | null;
  readonly customers: readonly (DeclineCount & { readonly customerId: string })[];
  /** Declines by IPv4 address or IPv6 /48. Null if unknown. */
  readonly networks: readonly (DeclineCount & {
    readonly network: string | null;
    readonly customers: number;
  })[];
}

/** Trips the circuit breaker after too many declines and logs it. Never throws, because the purchase has ended. */
export const checkCircuitBreaker = async ({ database, config, log }: StoreParts): Promise<void> => {
  const { breakerCount, breakerWindowMs, breakerPauseMs } = config.declines;
  if (breakerCount === 0) return;
  try {
    const limits = { count: breakerCount, window_ms: breakerWindowMs, pause_ms: breakerPauseMs };
    if (!(await callForRow(database, 'trip_circuit_breaker', limits)).value) return;
    const { customers, networks } = await readBreakerCause(database, config.declines);
    log.error({
      event: 'decline-brake-on',
      durationMs: breakerPauseMs,
      declines: customers.reduce((sum, { declines }) => sum + declines, 0),
      customers: customers.length,
      networks: networks.length,
    });
  } catch (error) {
    log.warn({ event: 'decline-brake-failed', error });
  }
};

/** Resets the breaker after its pause, logs it once, and deletes old declines. */
export const tendDeclines = async ({ database, log }: Omit<StoreParts, 'config'>): Promise<void> => {
  const { value: isReset } = await callForRow(database, 'tend_declines', {});
  if (isReset) log.warn({ event: 'decline-brake-off' });
};

export const readCircuitBreaker = async (
  database: Queryable,
  { breakerCount, breakerWindowMs }: StoreConfig['declines'],
): Promise<CircuitBreaker> => {
  const [breaker] = await database.query<CircuitBreaker>(
    `select case when on_until > store_now() then on_until end as "onUntil",
       (
         select count(*) from declines_toward_breaker(
           $1, greatest(store_now() - $2::bigint * interval '1 ms', counts_from), 'infinity'
         )
         where is_counted
       ) as declines
     from decline_brake`,
    [breakerCount, breakerWindowMs],
  );
  if (breaker === undefined) throw new Error('The table decline_brake has no row.');
  return breaker;
};

/** Returns the declines in the window before the breaker last tripped, or in the current window. */
export const readBreakerCause = async (
  database: Queryable,
  { breakerCount, breakerWindowMs }: StoreConfig['declines'],
): Promise<BreakerCause> => {
  const [breaker] = await database.query<{ putOnAt: Date | null; until: Date }>(
    `select "putOnAt", coalesce("putOnAt", store_now()) as until
     from (
       select case when put_on_at > store_now() - interval '2 days' then put_on_at end as "putOnAt" from decline_brake
     ) breaker`,
  );
  if (breaker === undefined) throw new Error('The table decline_brake has no row.');
  const count = 'count(*) as declines, count(*) filter (where is_counted) as counted';
  const declines = "declines_toward_breaker($1, $3::timestamptz - $2::bigint * interval '1 ms', $3)";
  const values = [breakerCount, breakerWindowMs, breaker.until];
  return {
    putOnAt: breaker.putOnAt,
    customers: await database.query<BreakerCause['customers'][number]>(
      `select customer_id as "customerId", ${count} from ${declines} group by 1 order by declines desc, 1`,
      values,
    ),
    networks: await database.query<BreakerCause['networks'][number]>(
      `select site as network, count(distinct customer_id) as customers, ${count} from ${declines}
       group by 1 order by declines desc, 1`,
      values,
    ),
  };
};
