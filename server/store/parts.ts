import type { StoreConfig } from './config.ts';
import type { Database } from './database/database.ts';
import type { CardGateway } from './gateway/gateway.ts';
import type { PoolUsers } from './identity/pool-users.ts';
import type { Ledger } from './ledger.ts';
import type { Log } from './logging.ts';
import type { PurchaseAttempts } from './payments/attempts.ts';
import type { SendLocks } from './payments/send-locks.ts';
import type { Tracing } from './tracing/tracing.ts';

/** What the store is put together from. */
export interface StoreParts {
  readonly config: StoreConfig;
  /** Migrated. */
  readonly database: Database;
  readonly log: Log;
}

/** The store's parts together with what customers read. */
export interface ReadingParts extends StoreParts {
  readonly ledger: Ledger;
}

/** What tells whether a session still lasts. */
export interface SessionParts {
  readonly poolUsers: PoolUsers;
}

/** The store's parts together with those that move money. */
export interface PaymentParts extends StoreParts {
  readonly attempts: PurchaseAttempts;
  readonly gateway: CardGateway;
  readonly tracing: Tracing;
  /** Undefined: a sale that a process was to send when it was killed may have been sent. */
  readonly sendLocks?: SendLocks | undefined;
}
