import { callFunction } from '../database/call-function.ts';
import type { CardGateway } from '../gateway/gateway.ts';
import type { PaymentParts } from '../parts.ts';
import { findReadableCard } from './vault-cards.ts';

/** Event types of the gateway's account updater for saved cards (NMI, "Automatic Card Updater"). */
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
  /** The vault ids of the cards. May include cards of other shops that share the gateway account. */
  readonly vaultIds: readonly string[];
  /** The date that the account updater gives, as `YYYY-MM-DD`. */
  readonly date: string | undefined;
  readonly receivedAt: Date;
}

/** Returns the update's date, or the day it arrived if the date is missing or unreadable. */
const dayOf = ({ date = '', receivedAt }: UpdaterNews): string => {
  const day = new Date(`${date}T00:00Z`);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
  return (isDay ? day : receivedAt).toISOString().slice(0, 10);
};

type UpdateParts = Pick<PaymentParts, 'database' | 'log'> & {
  readonly gateway: Pick<CardGateway, 'findVaultCard'>;
};

/**
 * Applies a card update. Reads a new number or expiry from the vault. Any other update asks the customer to contact
 * the bank and pauses top-ups that use the card. An update older than the card's latest changes no notice.
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
      mails: true,
    });
    if (told.length > 0) return 'card-updated';
  }
  const ours = await database.query<{ vaultId: string }>(
    `select vault_id as "vaultId" from cards where vault_id = any($1::text[]) and state = 'saved'`,
    [vaultIds],
  );
  if (type !== 'acu.summary.automaticallyupdated') return ours.length > 0 ? 'outdated' : 'not-ours';
  for (const { vaultId } of ours) {
    // One event names many customers' cards, so skip an unreadable card and update the others.
    const card = await findReadableCard({ gateway, log }, vaultId);
    if (card !== undefined)
      await database.query(renewCard, [vaultId, card.brand, card.last4, card.expiresOn, ...latest]);
  }
  return ours.length > 0 ? 'card-updated' : 'not-ours';
};

/** Returns SQL that checks whether an update is the card's latest. @param day, time SQL for its date and arrival */
const isLatest = (day: string, time: string): string =>
  `(told_at is null or (told_on, told_at) <= (${day}::date, ${time}::timestamptz))`;

const noticeCards = `
  update cards set notice = $2, told_on = $3::date, told_at = $4::timestamptz
  where vault_id = any($1::text[]) and state = 'saved' and ${isLatest('$3', '$4')}
  returning customer_id as "customerId", card_id as "cardId"`;

/** Stores the number and expiry even if the update is old, because the vault's values are always current. */
const renewCard = `
  update cards set
    brand = $2, last4 = $3, expires_on = $4, updated_at = store_now(),
    notice = case when ${isLatest('$5', '$6')} then null else notice end,
    told_on = case when ${isLatest('$5', '$6')} then $5::date else told_on end,
    told_at = case when ${isLatest('$5', '$6')} then $6::timestamptz else told_at end
  where vault_id = $1 and state = 'saved'`;
