import type { VaultCards } from './cards/vault-cards.ts';
import type { StoreConfig } from './config/config.ts';
import type { Database } from './database/database.ts';
import type { DatabaseWrites } from './database/writes.ts';
import type { CardGateway } from './gateway/gateway.ts';
import type { AccountDeletions } from './identity/account-deletions.ts';
import type { PoolUsers } from './identity/pool-users.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Log } from './logging/logging.ts';
import type { PurchaseAttempts } from './payments/attempts.ts';
import type { SendLocks } from './payments/send-locks.ts';
import type { Tracing } from './tracing/tracing.ts';

export interface StoreParts {
  readonly config: StoreConfig;
  /** The database, already migrated. */
  readonly database: Database;
  readonly log: Log;
}

export interface PaymentParts extends StoreParts {
  readonly attempts: PurchaseAttempts;
  readonly gateway: CardGateway;
  readonly tracing: Tracing;
  /** If undefined, a sale that was about to be sent counts as sent after a crash. */
  readonly sendLocks?: SendLocks | undefined;
}

export interface SellingParts extends PaymentParts {
  readonly vaultCards: VaultCards;
  readonly writes: Pick<DatabaseWrites, 'maySell'>;
}

/** Dependencies of the customers' API. */
export interface CustomerParts extends SellingParts {
  readonly poolUsers: PoolUsers;
  readonly ledger: Ledger;
  readonly accountDeletions: AccountDeletions;
}
