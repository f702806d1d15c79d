import type { ActivityFilter } from './activity.types.ts';
import type { LedgerFilter } from './ledger.types.ts';

export interface DownloadInput {
  /** The list's filter when the download was requested. */
  readonly filter: LedgerFilter | ActivityFilter;
}

/** The current or most recent download. */
export interface DownloadContext extends DownloadInput {
  readonly rows: number;
  /** The expected number of rows; null while unknown. */
  readonly total: number | null;
  /** The store's message after a failed download; otherwise empty. */
  readonly problem: string;
}

export type DownloadEvent =
  | { readonly type: 'download.requested'; readonly filter: DownloadInput['filter'] }
  | { readonly type: 'download.canceled' }
  | { readonly type: 'download.progressed'; readonly rows: number; readonly total: number | null }
  | { readonly type: 'download.completed' }
  | { readonly type: 'download.failed'; readonly message: string }
  /** The list now shows other rows, so the download's outcome no longer applies. */
  | { readonly type: 'rows.changed' };
