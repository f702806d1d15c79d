import type { Activity } from '../../contract/activity.ts';
import type { ActivityKind } from '../../contract/queries.ts';

export type ActivityFilter = 'all' | ActivityKind;

export interface ActivityQuery {
  readonly kind: ActivityFilter;
  /** The page's cursor; null for the newest page. */
  readonly before: string | null;
}

/** The query in the address bar, with the cursors that lead back to the newest page. */
export interface ActivityAddress extends ActivityQuery {
  /** The cursors of the pages between the newest page and this page, newest first. Empty if unknown. */
  readonly newer: readonly string[];
}

export interface ActivityAnswer {
  /** Has no entries if the store doesn't know the customer or didn't issue the cursor. */
  readonly activity: Activity;
  /** When the store responded, in milliseconds since the epoch. */
  readonly readAt: number;
}

export interface ActivityContext {
  readonly address: ActivityAddress;
  /** The latest rows. They stay while other rows load, and if another page of their filter can't be read. */
  readonly activity: Activity | null;
  /** The address of these rows; null if there are none. */
  readonly shown: ActivityAddress | null;
  /** The address that failed while these rows stay. */
  readonly missed: ActivityAddress | null;
  /** When the rows were read, in milliseconds since the epoch. */
  readonly readAt: number | null;
}

export type ActivityEvent =
  | { readonly type: 'filter.chosen'; readonly kind: ActivityFilter }
  | { readonly type: 'newer.chosen' }
  | { readonly type: 'older.chosen' }
  | { readonly type: 'history.retried' }
  | { readonly type: 'history.outdated' }
  | { readonly type: 'refresh.requested' }
  | { readonly type: 'address.visited'; readonly address: ActivityAddress };

/** Updates the address bar. `replace` removes a wrong address from the browser's history. */
export interface ActivityAddressChanged {
  readonly type: 'address.changed';
  readonly address: ActivityAddress;
  readonly replace: boolean;
}

export type ActivityEmitted =
  | ActivityAddressChanged
  /** The customer requested current data, so cached data must be invalidated. */
  | { readonly type: 'refresh.started' };
