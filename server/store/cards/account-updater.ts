import { callFunction } from '../database/call-function.ts';
import type { CardGateway } from '../gateway/gateway.ts';
import { OddRecordError } from '../gateway/order.ts';
import type { PaymentParts } from '../parts.ts';

/** News about saved cards from the gateway's account updater (NMI, "Automatic Card Updater"). */
const updaterNewsTypes = [
  'acu.summary.automaticallyupdated',
  'acu.summary.contactcustomer',
  'acu.summary.closedaccount',
] as const;
type UpdaterNewsType = (typeof updaterNewsTypes)[number];

export const isUpdaterNews = (type: string): type is UpdaterNewsType =>
  updaterNewsTypes.some((known) => known === type);

interface UpdaterNews {
  readonly type: UpdaterNewsType;
  /** May include cards of other shops on the account. */
  readonly vaultIds: readonly string[];
  /** The updater's, as `YYYY-MM-DD`. */
  readonly date: string | undefined;
  readonly receivedAt: Date;
}

/** Without a readable date, the day it arrived counts. */
const dayOf = ({ date = '', receivedAt }: UpdaterNews): string => {
  const day = new Date(`${date}T00:00Z`);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
  return (isDay ? day : receivedAt).toISOString().slice(0, 10);
};

type UpdateParts = Pick<PaymentParts, 'database' | 'log'> & {
  readonly gateway: Pick<CardGateway, 'findVaultCard'>;
};

/**
 * Shows a new number or expiry, which it reads from the vault, or that the customer should contact the bank. In that
 * case, a top-up that uses the card pauses. News that is older than the last of the same card changes no notice.
 * @throws if the vault can't be read
 */
export const updateCards = async (
  { database, gateway, log }: UpdateParts,
  news: UpdaterNews,
): Promise<'card-updated' | 'outdated' | 'not-ours'> => {
  const { type, vaultIds, receivedAt } = news;
  const latest = [dayOf(news), receivedAt];
  if (type !== 'acu.summary.automaticallyupdated') {
    const notice = type === 'acu.summary.closedaccount' ? 'closed' : 'contact-bank';
    const told = await database.query<{ customerId: string; cardId: string }>(noticeCards, [
      vaultIds,
      notice,
      ...latest,
    ]);
    await callFunction(database, 'pause_top_ups', {
      customers: told.map(({ customerId }) => customerId),
      cards: told.map(({ cardId }) => cardId),
      reason: notice === 'closed' ? 'card-closed' : 'contact-bank',
    });
    if (told.length > 0) return 'card-updated';
  }
  const ours = await database.query<{ vaultId: string }>(
    `select vault_id as "vaultId" from cards where vault_id = any($1::text[]) and state = 'saved'`,
    [vaultIds],
  );
  if (type !== 'acu.summary.automaticallyupdated') return ours.length > 0 ? 'outdated' : 'not-ours';
  for (const { vaultId } of ours) {
    const card = await gateway.findVaultCard(vaultId).catch((error: unknown) => {
      if (!(error instanceof OddRecordError)) throw error;
      // One event names many customers' cards, so the others must not wait for this one.
      log.warn({ event: 'card-unreadable', error });
      return undefined;
    });
    if (card !== undefined)
      await database.query(renewCard, [vaultId, card.brand, card.last4, card.expiresOn, ...latest]);
  }
  return ours.length > 0 ? 'card-updated' : 'not-ours';
};

/** @param day, time the position of the news */
const isLatest = (day: string, time: string): string =>
  `(told_at is null or (told_on, told_at) <= (${day}::date, ${time}::timestamptz))`;

const noticeCards = `
  update cards set notice = $2, told_on = $3::date, told_at = $4::timestamptz
  where vault_id = any($1::text[]) and state = 'saved' and ${isLatest('$3', '$4')}
  returning customer_id as "customerId", card_id as "cardId"`;

/** The number and expiry are the vault's of now, however old the news is. */
const renewCard = `
  update cards set
    brand = $2, last4 = $3, expires_on = $4, updated_at = store_now(),
    notice = case when ${isLatest('$5', '$6')} then null else notice end,
    told_on = case when ${isLatest('$5', '$6')} then $5::date else told_on end,
    told_at = case when ${isLatest('$5', '$6')} then $6::timestamptz else told_at end
  where vault_id = $1 and state = 'saved'`;
