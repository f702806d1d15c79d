import type { Product } from '#contract/products.ts';
import type { StoreConfig } from './config.ts';
import type { Database } from './database/database.ts';
import type { Log } from './logging.ts';

/** What the store is put together from. */
export interface StoreParts {
  readonly config: StoreConfig;
  /** Migrated. */
  readonly database: Database;
  readonly products: readonly Product[];
  readonly clock: () => Date;
  readonly log: Log;
}
