import type { TopUpNotice } from '#texts/top-up-notices.ts';

export type NewsKind = 'charge' | TopUpNotice['kind'];

const keyOf = (customerId: string, kind: NewsKind) =>
  `coffer.toldTopUp.${kind === 'charge' ? '' : `${kind}.`}${customerId}`;

/** For browsers that refuse storage. By key. */
const told = new Map<string, string>();

/** The last news of this kind that the customer has dismissed on this device; null if none. */
export const toldNews = (customerId: string, kind: NewsKind): string | null => {
  const key = keyOf(customerId, kind);
  try {
    return localStorage.getItem(key) ?? told.get(key) ?? null;
  } catch {
    return told.get(key) ?? null;
  }
};

export const rememberTold = (customerId: string, kind: NewsKind, id: string): void => {
  const key = keyOf(customerId, kind);
  told.set(key, id);
  try {
    localStorage.setItem(key, id);
  } catch {
    // Without storage it lasts only for this page.
  }
};
