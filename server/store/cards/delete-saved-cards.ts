import type { Database } from '../database/database.ts';
import type { CardGateway } from '../gateway/gateway.ts';
import type { Log } from '../logging/logging.ts';

interface Parts {
  readonly database: Database;
  /** Undefined: nothing is deleted now. */
  readonly gateway: Pick<CardGateway, 'deleteVaultCard'> | undefined;
  readonly log: Log;
}

/**
 * Deletes the cards of a customer that are being removed. Never throws because of the gateway.
 * @returns numbers of cards; the store deletes those that are left once the gateway answers
 */
export const deleteSavedCards = async ({ database, gateway, log }: Parts, customerId: string) => {
  const cards = await database.query<{ cardId: string; vaultId: string }>(
    `select card_id as "cardId", vault_id as "vaultId" from cards where customer_id = $1 and state = 'removing'`,
    [customerId],
  );
  let deleted = 0;
  for (const { cardId, vaultId } of cards) {
    try {
      if (gateway === undefined) break;
      await gateway.deleteVaultCard(vaultId);
    } catch (error) {
      log.warn({ event: 'vault-unanswered', cardId, error });
      continue;
    }
    await database.query(endRemoval, [customerId, cardId]);
    deleted += 1;
  }
  return { deleted, left: cards.length - deleted };
};

export const endRemoval = `
  update cards set state = 'removed', check_at = null
  where customer_id = $1 and card_id = $2 and state = 'removing'`;
