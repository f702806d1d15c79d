import type { CustomerVault } from '../customer-vault/customers.ts';
import type { TransactionLog } from '../records/transaction-log.ts';
import type { Settings } from '../settings.ts';
import type { TokenVault } from '../token-vault.ts';
import type { StagedReplies } from './staged-replies.ts';

export interface TransactParts {
  readonly securityKey: string;
  readonly vault: TokenVault;
  readonly customers: CustomerVault;
  readonly log: TransactionLog;
  readonly staged: StagedReplies;
  /** Saves the state. Resolves when all changes so far are on disk. */
  readonly save: () => Promise<void>;
  readonly settings: () => Settings;
  /** Returns the time in ms since the epoch. */
  readonly clock: () => number;
}
