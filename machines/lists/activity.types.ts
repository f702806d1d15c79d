import type { Activity } from '../../contract/activity.ts';
import type { ActivityKind } from '../../contract/queries.ts';

export type ActivityFilter = 'all' | ActivityKind;

export interface ActivityQuery {
  readonly kind: ActivityFilter;
  /** The cursor of the page; null for the newest one. */
  readonly before: string | null;
}

/** The query as in the address bar, and the way back to the newest page. */
export interface ActivityAddress extends ActivityQuery {
  /** The cursors of the pages between the newest one and this one, newest first. Empty if unknown. */
  readonly newer: readonly string[];
}

export interface ActivityAnswer {
  /** Without entries for a customer whom the store doesn't know, and for a cursor that it didn't give out. */
  readonly activity: Activity;
  /** When the store answered, in milliseconds since the epoch. */
  readonly readAt: number;
}

export interface ActivityInput {
  readonly address: ActivityAddress;
}

export interface ActivityContext {
  readonly address: ActivityAddress;
  /** The latest rows. They stay while others load, and if another page of their filter can't be read. */
  readonly activity: Activity | null;
  /** The address of these rows; null if there are none. */
  readonly shown: ActivityAddress | null;
  /** The address that failed while these rows stay. */
  readonly missed: ActivityAddress | null;
  /** When these rows were read, in milliseconds since the epoch. */
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

/** Updates the address bar; `replace` if the address was wrong and must not stay in the history. */
export interface ActivityAddressChanged {
  readonly type: 'address.changed';
  readonly address: ActivityAddress;
  readonly replace: boolean;
}

export type ActivityEmitted =
  | ActivityAddressChanged
  /** Invalidates cached data, because the customer wants the store's current data. */
  | { readonly type: 'refresh.started' };
