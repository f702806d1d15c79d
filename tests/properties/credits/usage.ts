import { isDeepStrictEqual } from 'node:util';
import { downloadUsage } from '#app/ledger/credit-reads.ts';
import * as files from '#app/ledger/csv-file.ts';
import { fillDays, lastDays } from '#domain/usage.ts';
import { createUsageReader } from '#server/store/ledger/usage.ts';
import { usageTexts } from '#texts/usage.ts';
import type { Stores } from './play.ts';

interface Proven {
  readonly customerId: string;
  readonly by: 'day' | 'reference';
  /** The last day with a spend or a return. All histories are shorter than 30 days. */
  readonly last: string;
  /** Used credits, and the number of spends and captures, for each day or reference. A missing reference is ''. */
  readonly figures: Readonly<Record<string, readonly [credits: number, count: number]>>;
}

/** Returns the usage that the movements prove. */
const proveUsages = ({ database }: Stores) =>
  database.query<Proven>(`
    with used as (
      select customer_id, kind, chicago_day(movements.created_at) as day,
        coalesce(spends.reference, holds.reference, spend_reference, '') as reference,
        lag(movements.balance_after, 1, 0::bigint) over (partition by customer_id order by movement)
          - movements.balance_after as spent
      from movements left join spends using (customer_id, movement) left join holds using (customer_id, movement)
      left join spend_returns using (customer_id, movement)
    ),
    figures as (
      select customer_id, way, max(day) as last, case way when 'day' then day::text else reference end as label,
        sum(spent) as credits, count(*) filter (where kind = 'spend') as count
      from used cross join (values ('day'), ('reference')) ways (way)
      where kind in ('spend', 'return') group by 1, 2, 4
    )
    select customer_id as "customerId", way as by, coalesce(max(last), chicago_day(store_now()))::text as last,
      coalesce(jsonb_object_agg(label, jsonb_build_array(credits, count)) filter (where label is not null), '{}') as figures
    from accounts cross join (values ('day'), ('reference')) ways (way) left join figures using (customer_id, way)
    group by 1, 2`);

/**
 * Returns usage that differs between the movements, the store's reads and the files that customers download. Some of the
 * movements are already summed.
 */
export const findUsageErrors = async (stores: Stores): Promise<string[]> => {
  const readUsage = createUsageReader(stores.database);
  const errorsOf = async ({ customerId, by, last, figures }: Proven) => {
    const now = Date.parse(`${last}T18:00:00Z`);
    const days = lastDays(now);
    const usage = await readUsage(customerId, { from: days[0], to: last, by });
    const read = usage.rows.map(({ credits, count, ...label }) => [
      'day' in label ? label.day : (label.reference ?? ''),
      [credits, count],
    ]);
    const rows: string[] = [];
    const saveFile = async (_name: string, [, , ...saved]: readonly string[]) => rows.push(...saved) > 0;
    const view = by === 'day' ? by : 'service';
    await downloadUsage({ ...files, saveFile }, view, {
      days: by === 'day' ? fillDays(usage, now) : [],
      services: usage,
    });
    const due = Object.entries(figures).map(
      ([label, [credits]]) => `${label || usageTexts.unnamed},${credits}\r\n`,
    );
    const unused = days.map((day) => `${day},0\r\n`);
    if (by === 'day') due.push(...unused.filter((_, place) => figures[days[place] ?? ''] === undefined));
    return [
      ...(isDeepStrictEqual(Object.fromEntries(read), figures)
        ? []
        : [`${customerId}: ${by} read as ${read}`]),
      ...(isDeepStrictEqual(rows.sort(), due.sort())
        ? []
        : [`${customerId}: the file by ${view} has ${rows}`]),
    ];
  };
  const errors: string[] = [];
  for (const proven of await proveUsages(stores)) errors.push(...(await errorsOf(proven)));
  return errors;
};
