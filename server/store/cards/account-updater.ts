import type { CardGateway } from '../gateway/gateway.ts';
import { OddRecordError } from '../gateway/order.ts';
import type { PaymentParts } from '../parts.ts';

/** News about saved cards from the gateway's account updater (NMI, "Automatic Card Updater"). */
const updaterNews = [
  'acu.summary.automaticallyupdated',
  'acu.summary.contactcustomer',
  'acu.summary.closedaccount',
] as const;
type UpdaterNews = (typeof updaterNews)[number];

export const isUpdaterNews = (type: string): type is UpdaterNews => updaterNews.some((news) => news === type);

type UpdateParts = Pick<PaymentParts, 'database' | 'log'> & {
  readonly gateway: Pick<CardGateway, 'findVaultCard'>;
};

/**
 * Shows a new number or expiry, which it reads from the vault, or that the customer should contact the bank. In that
 * case, a top-up that uses the card pauses.
 * @param vaultIds may include cards of other shops on the account
 * @throws if the vault can't be read
 */
export const updateCards = async (
  { database, gateway, log }: UpdateParts,
  news: UpdaterNews,
  vaultIds: readonly string[],
): Promise<'card-updated' | 'not-ours'> => {
  if (news !== 'acu.summary.automaticallyupdated') {
    const notice = news === 'acu.summary.closedaccount' ? 'closed' : 'contact-bank';
    const told = await database.query<{ customerId: string; cardId: string }>(
      `update cards set notice = $2 where vault_id = any($1::text[]) and state = 'saved' returning customer_id as "customerId", card_id as "cardId"`,
      [vaultIds, notice],
    );
    await database.query('select pause_top_ups($1, $2, $3)', [
      told.map(({ customerId }) => customerId),
      told.map(({ cardId }) => cardId),
      notice === 'closed' ? 'card-closed' : 'contact-bank',
    ]);
    return told.length > 0 ? 'card-updated' : 'not-ours';
  }
  const ours = await database.query<{ vaultId: string }>(
    `select vault_id as "vaultId" from cards where vault_id = any($1::text[]) and state = 'saved'`,
    [vaultIds],
  );
  for (const { vaultId } of ours) {
    const card = await gateway.findVaultCard(vaultId).catch((error: unknown) => {
      if (!(error instanceof OddRecordError)) throw error;
      // One event names many customers' cards, so the others must not wait for this one.
      log.warn({ event: 'card-unreadable', error });
      return undefined;
    });
    if (card !== undefined)
      await database.query(renewCard, [vaultId, card.brand, card.last4, card.expiresOn]);
  }
  return ours.length > 0 ? 'card-updated' : 'not-ours';
};

const renewCard = `
  update cards set brand = $2, last4 = $3, expires_on = $4, notice = null, updated_at = store_now()
  where vault_id = $1 and state = 'saved'`;
