import type { ActivityEntry } from '#contract/activity.ts';
import type { MerchantReplies } from '#contract/merchant/replies.ts';
import type { MerchantActivityQuery } from '#contract/merchant/requests.ts';
import { isCreditDue, readCurrent } from '../credits/read-credits.ts';
import type { Database } from '../database/database.ts';
import { customerNotFound, storeError } from '../http/http-error.ts';

type MerchantActivity = MerchantReplies['CustomerActivity'];
type MerchantEntry = MerchantActivity['entries'][number];

/** A movement, and the account's number of movements. An empty page has one row without a movement. */
type ActivityRow = Omit<ActivityEntry, 'id'> & {
  readonly id: string | null;
  readonly customerId: string;
  readonly isDue: boolean;
  readonly movements: number;
  /** The fields for merchants. Undefined if the statement doesn't select them. */
  readonly more?: Omit<MerchantEntry, keyof ActivityEntry> | null;
};

/**
 * Creates a reader for a page of a customer's movements, newest first. It first books expired credits. Every
 * page, kind, reference and time costs the same to read.
 * @param columns `merchantColumns` for the merchant
 * @throws {HttpError} 404 without a customer record, 400 if `before` isn't one of the customer's movements
 */
export const createActivityReader = (database: Database, columns = '') => {
  const all = pageOf(allMovements, columns);
  const ofKind = pageOf(movementsOfKind, columns);
  const ofReference = pageOf(movementsOfReference, columns);
  return async (
    customerId: string,
    { before, limit, kind, reference, from, to }: MerchantActivityQuery,
  ): Promise<MerchantActivity> => {
    // Read one extra row to find out whether there is an older page.
    const values = [customerId, before ?? Number.MAX_SAFE_INTEGER, limit + 1, from ?? null, to ?? null];
    const read = (sql: string, ...filters: unknown[]) =>
      readCurrent<ActivityRow>(database, sql, [...values, ...filters]);
    const rows =
      reference !== undefined
        ? await read(ofReference, reference, kind ?? null)
        : await (kind === undefined ? read(all) : read(ofKind, kind));
    const [first] = rows;
    if (first === undefined) throw customerNotFound();
    if (before !== undefined && before > first.movements)
      throw storeError('invalid-request', 'before must be the `next` of an earlier page.');
    const entries = rows
      .slice(0, limit)
      .flatMap(({ id, customerId: _, isDue: __, movements: ___, more, ...entry }) =>
        id === null ? [] : [{ id, ...entry, ...more }],
      );
    return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
  };
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

/** SQL for the fields for merchants. An adjustment's grant has the id of book_grants. */
export const merchantColumns = `,
  case
    when page.kind = 'spend' and page.reference like 'hold %' then (
      select jsonb_build_object('reference', reference, 'hold_id', hold_id)
      from holds where customer_id = page.customer_id and hold_id = ${subject}
    )
    when page.kind = 'spend' then (
      select jsonb_build_object('reference', reference, 'spend_id', spend_id)
      from spends where customer_id = page.customer_id and spend_id = ${subject}
    )
    when page.kind = 'return' then (
      select jsonb_build_object('reference', spend_reference, 'spend_id', spend_id)
      from spend_returns where customer_id = page.customer_id and return_id = ${subject}
    )
    when page.kind in ('grant', 'expiry') then jsonb_build_object('grant_id', ${subject})
    when page.kind = 'adjustment' then (
      select jsonb_build_object('grant_id', grant_id) from credit_grants
      where customer_id = page.customer_id and grant_id = md5(page.customer_id || '/movement ' || page.movement)::uuid
    )
  end as more`;

/**
 * Returns SQL that computes each change from the previous balance, because movements have no gaps. A join would
 * look so expensive that PostgreSQL JIT-compiles the statement, which takes 170 ms.
 */
const pageOf = (movements: string, columns: string) => `
  select accounts.customer_id as "customerId", ${isCreditDue} as "isDue", accounts.movements, page.movement::text as id,
    ${shownKind('page')} as kind, nullif(trim(${description}), '') as description,
    page.balance_after - coalesce((
      select previous.balance_after from movements previous
      where previous.customer_id = page.customer_id and previous.movement = page.movement - 1
    ), 0) as credits,
    page.balance_after, instant(page.created_at) as date${columns}
  from accounts
  left join lateral (${movements}) page on true
  where accounts.customer_id = $1
  order by page.movement desc`;

/** SQL for the movements of a page: from \`first\`, below \`end\`. Null times don't limit it. */
const first = 'coalesce(movement_at($1, $4::timestamptz), 0)';
const end = 'least($2::bigint, movement_at($1, $5::timestamptz))';

const allMovements = `
  select * from movements where customer_id = $1 and movement < ${end} and movement >= ${first}
  order by movement desc limit $3::bigint`;

/**
 * Compares rows instead of testing `kind = $6`. For that test, PostgreSQL might scan the primary key through
 * all other kinds.
 */
const movementsOfKind = `
  select * from movements
  where customer_id = $1 and (${shownKind('movements')}, movement) < ($6::text, ${end})
    and (${shownKind('movements')}, movement) >= ($6::text, ${first})
  order by ${shownKind('movements')} desc, movement desc
  limit $3::bigint`;

const referring = (table: string, column: string, kind: string) => `(
  select customer_id, movement from ${table}
  where customer_id = $1 and ${column} = $6 and movement < ${end} and movement >= ${first}
    and coalesce($7::text, '${kind}') = '${kind}'
  order by ${column} desc, movement desc limit $3::bigint)`;

/** Reads a page from each table with references. */
const movementsOfReference = `
  select movements.* from (
    ${referring('spends', 'reference', 'spend')}
    union all ${referring('holds', 'reference', 'spend')}
    union all ${referring('spend_returns', 'spend_reference', 'return')}
  ) found
  join movements using (customer_id, movement)
  order by movement desc limit $3::bigint`;
