import type { Activity, ActivityEntry } from '#contract/activity.ts';
import type { ActivityQuery } from '#contract/query-schemas.ts';
import { isCreditDue, readCurrent } from '../credits/read-credits.ts';
import type { Database } from '../database/database.ts';
import { customerNotFound, storeError } from '../http/http-error.ts';

/** A movement, and the account's number of movements. An empty page has one row without a movement. */
type ActivityRow = Omit<ActivityEntry, 'id'> & {
  readonly id: string | null;
  readonly customerId: string;
  readonly isDue: boolean;
  readonly movements: number;
};

/**
 * Creates a reader for a page of a customer's movements, newest first. It first books expired credits. Every
 * page and kind costs the same to read.
 * @throws {HttpError} 404 without a customer record, 400 if `before` isn't one of the customer's movements
 */
export const createActivityReader =
  (database: Database) =>
  async (customerId: string, { before, limit, kind }: ActivityQuery): Promise<Activity> => {
    // Read one extra row to find out whether there is an older page.
    const values = [customerId, before ?? Number.MAX_SAFE_INTEGER, limit + 1];
    const rows =
      kind === undefined
        ? await readCurrent<ActivityRow>(database, pageOfAll, values)
        : await readCurrent<ActivityRow>(database, pageOfKind, [...values, kind]);
    const [first] = rows;
    if (first === undefined) throw customerNotFound();
    if (before !== undefined && before > first.movements)
      throw storeError('invalid-request', 'before must be the `next` of an earlier page.');
    const entries = rows
      .slice(0, limit)
      .flatMap(({ id, customerId: _, isDue: __, movements: ___, ...entry }) =>
        id === null ? [] : [{ id, ...entry }],
      );
    return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
  };

/** Returns SQL for the kind shown to customers. The index movements_by_kind uses the same expression. */
const shownKind = (table: string) =>
  `(case when ${table}.kind in ('refund', 'void', 'chargeback') then 'reversal' else ${table}.kind end)`;

/** SQL for the id in a reference such as 'spend <id>' or 'expiry <id>/<movement>'. */
const subject = "split_part(split_part(page.reference, ' ', 2), '/', 1)::uuid";

/** SQL for a movement's description. Null for spends without text, adjustments, and balances older than grants. */
const description = `
  case
    when page.position is not null then (
      select product_name from transactions where customer_id = page.customer_id and position = page.position
    )
    when page.kind = 'spend' and page.reference like 'hold %' then (
      select reference from holds where customer_id = page.customer_id and hold_id = ${subject}
    )
    when page.kind = 'spend' then (
      select coalesce(nullif(trim(description), ''), reference) from spends
      where customer_id = page.customer_id and spend_id = ${subject}
    )
    when page.kind = 'return' then (
      select coalesce(nullif(trim(description), ''), reference)
      from spend_returns join spends using (customer_id, spend_id)
      where customer_id = page.customer_id and return_id = ${subject}
    )
    when page.kind in ('grant', 'expiry') then (
      select case when grants.kind = 'promotion' then grants.reason else product_name end
      from credit_grants grants left join transactions using (customer_id, position)
      where customer_id = page.customer_id and grant_id = ${subject}
    )
  end`;

/**
 * Returns SQL that computes each change from the previous balance, because movements have no gaps. A join would
 * look so expensive that PostgreSQL JIT-compiles the statement, which takes 170 ms.
 */
const pageOf = (movements: string) => `
  select accounts.customer_id as "customerId", ${isCreditDue} as "isDue", accounts.movements, page.movement::text as id,
    ${shownKind('page')} as kind, nullif(trim(${description}), '') as description,
    page.balance_after - coalesce((
      select previous.balance_after from movements previous
      where previous.customer_id = page.customer_id and previous.movement = page.movement - 1
    ), 0) as credits,
    page.balance_after, instant(page.created_at) as date
  from accounts
  left join lateral (${movements}) page on true
  where accounts.customer_id = $1
  order by page.movement desc`;

const pageOfAll = pageOf(`
  select * from movements where customer_id = $1 and movement < $2::bigint order by movement desc limit $3::bigint`);

/**
 * Compares rows instead of testing `kind = $4`. For that test, PostgreSQL might scan the primary key through
 * all other kinds.
 */
const pageOfKind = pageOf(`
  select * from movements
  where customer_id = $1 and (${shownKind('movements')}, movement) < ($4::text, $2::bigint)
    and ${shownKind('movements')} >= $4::text
  order by ${shownKind('movements')} desc, movement desc
  limit $3::bigint`);
