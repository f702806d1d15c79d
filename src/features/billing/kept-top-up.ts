import * as v from 'valibot';
import type { TopUpForm } from '#domain/top-up.ts';
import type { TabStorage } from '#features/shared/app-context.ts';

export type TopUpEdits = Partial<TopUpForm>;

const key = 'coffer.keptTopUp';

const keptSchema = v.object({
  customerId: v.string(),
  threshold: v.exactOptional(v.string()),
  productId: v.exactOptional(v.string()),
  cardId: v.exactOptional(v.string()),
  limit: v.exactOptional(v.string()),
});

const keptIn = (text: string) => {
  try {
    return v.parse(keptSchema, JSON.parse(text));
  } catch {
    return null;
  }
};

/** Keeps what the customer typed and chose while they sign in again, also on the pool's own pages. */
export const keepTopUp = (tab: TabStorage, customerId: string, edits: TopUpEdits): void =>
  tab.setItem(key, JSON.stringify({ customerId, ...edits }));

/** What was kept; nothing for another customer. */
export const keptTopUp = (tab: TabStorage, customerId: string | undefined): TopUpEdits => {
  const { customerId: owner, ...edits } = keptIn(tab.getItem(key) ?? '') ?? {};
  return owner !== undefined && owner === customerId ? edits : {};
};

export const forgetTopUp = (tab: TabStorage): void => tab.removeItem(key);
