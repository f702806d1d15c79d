import type { Queryable } from '../database/database.ts';
import { hasChangedCollation } from '../database/requirements.ts';
import { countOpenCases } from '../payments/open-cases.ts';

/** Open items across all processes of the store. Ages are in seconds, or 0 if nothing is open. */
export type StoreState = Awaited<ReturnType<typeof readStoreState>>;

/**
 * Reads open items. Uses only their indexes, so that the cost doesn't grow with the store.
 * @param isTopUpOn whether automatic top-up is configured. If not, due top-ups wait on purpose and aren't counted
 */
export const readStoreState = async (database: Queryable, isTopUpOn = true) => {
  const attempts = await database.query<OpenRow>(openAttempts);
  const refunds = await database.query<OpenRow>(openRefunds);
  const cards = await database.query<OpenRow>(waitingCards);
  const topUpRequests = await database.query<CountRow>(openTopUps);
  const [dueTopUp] = isTopUpOn ? await database.query<{ age: number }>(oldestDueTopUp) : [];
  const pausedTopUps = await database.query<CountRow>(topUpPauses);
  const [cases] = await database.query<{ age: number }>(oldestCase);
  const [breaker] = await database.query<{ isOn: boolean }>(breakerState);
  const [deletions] = await database.query<{ age: number; count: number }>(openDeletions);
  const [webhooks] = await database.query<{ age: number; disabled: number }>(webhookState);
  const [mails] = await database.query<{ age: number }>(waitingMails);
  return {
    attempts: { sending: 0, unsent: 0, ...countsOf(attempts) },
    oldestAttemptAge: oldestOf(attempts),
    cases: Object.fromEntries((await countOpenCases(database)).map(({ kind, count }) => [kind, count])),
    oldestCaseAge: cases?.age ?? 0,
    refunds: { sending: 0, approved: 0, unknown: 0, ...countsOf(refunds) },
    oldestRefundAge: oldestOf(refunds),
    cards: { saving: 0, removing: 0, ...countsOf(cards) },
    oldestCardAge: oldestOf(cards),
    // An alert needs `pool-unanswered`, even if it is 0.
    topUpRequests: { 'pool-unanswered': 0, ...countsOf(topUpRequests) },
    oldestDueTopUpAge: dueTopUp?.age ?? 0,
    pausedTopUps: countsOf(pausedTopUps),
    arePurchasesPaused: Number(breaker?.isOn ?? false),
    accountDeletions: deletions?.count ?? 0,
    oldestDeletionAge: deletions?.age ?? 0,
    oldestDeliveryAge: webhooks?.age ?? 0,
    disabledEndpoints: webhooks?.disabled ?? 0,
    oldestMailAge: mails?.age ?? 0,
    hasCollationChanged: Number(await hasChangedCollation(database)),
  };
};

interface CountRow {
  state: string;
  count: number;
}
interface OpenRow extends CountRow {
  age: number;
}

const countsOf = (rows: readonly CountRow[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ state, count }) => [state, count]));

const oldestOf = (rows: readonly OpenRow[]): number => Math.max(0, ...rows.map(({ age }) => age));

const ageSince = (time: string) =>
  `greatest(0, coalesce(extract(epoch from store_now() - min(${time})), 0))::float8 as age`;

/** Excludes card checks (see `coffer_open_cards`). The age excludes attempts with a case, whose own age counts. */
const openAttempts = `
  select state, count(*), ${ageSince('case when not is_case then sent_at end')}
  from (
    select state, sent_at, exists (
      select from open_cases where kind = 'outcome-unknown' and reference = attempts.attempt_id::text
    ) as is_case
    from purchase_attempts attempts
    where check_at is not null and state <> 'settled' and position is not null
  ) open
  group by state`;

const openRefunds = `
  select state, count(*), ${ageSince('requested_at')}
  from refund_requests where ended_at is null group by state`;

const waitingCards = `
  select state, count(*), ${ageSince('coalesce(removed_at, created_at)')}
  from cards where check_at is not null group by state`;

const openTopUps = `
  select case state when 'sent' then 'sending' else coalesce(reason, 'due') end as state, count(*)
  from top_up_requests where ended_at is null group by 1`;

const oldestDueTopUp = `select ${ageSince('try_at')} from top_up_requests where try_at is not null`;

const topUpPauses = `
  select paused_reason as state, count(*) from top_ups where state = 'paused' group by paused_reason`;

const oldestCase = `select ${ageSince('opened_at')} from open_cases where closed_at is null`;

const breakerState = `select coalesce(on_until > store_now(), false) as "isOn" from decline_brake`;

const openDeletions = `
  select count(*), ${ageSince('deletion_requested_at')} from customers where deletion_check_at is not null`;

/** Excludes mails that only a mailbox delays. Without mail, waiting mails wait on purpose. */
const waitingMails = `
  select ${ageSince('created_at')} from mails
  where next_attempt_at is not null and not is_postponed and (select sends_mail from event_settings)`;

/** Events are queued in id order, so the lowest id is the oldest. */
const webhookState = `
  select ${ageSince('queued_at')}, count(disabled_at) as disabled
  from webhook_endpoints endpoints
  left join lateral (
    select queued_at from webhook_deliveries
    where endpoint_id = endpoints.endpoint_id and endpoints.disabled_at is null
    order by event_id limit 1
  ) oldest on true`;
