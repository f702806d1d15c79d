import type { Database } from '../database/database.ts';
import type { CardGateway } from '../gateway/gateway.ts';
import type { Log } from '../logging/logging.ts';

interface Parts {
  readonly database: Database;
  /** If undefined, no card is deleted from the vault now. */
  readonly gateway: Pick<CardGateway, 'deleteVaultCard'> | undefined;
  readonly log: Log;
}

/**
 * Deletes a customer's `removing` cards from the gateway's vault. Never throws if the gateway fails.
 * @returns the number of deleted cards and of those left, which a job retries
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
