import type { TopUpForm } from '#domain/top-up.ts';

export type TopUpEdits = Partial<TopUpForm>;

interface KeptEdits {
  readonly customerId: string;
  readonly edits: TopUpEdits;
}

let kept: KeptEdits | null = null;

/** Keeps what the customer typed and chose while they sign in again, in this page only. */
export const keepTopUp = (customerId: string | undefined, edits: TopUpEdits): void => {
  kept = customerId === undefined ? null : { customerId, edits };
};

/** What this customer typed before they signed in again; nothing for another customer. */
export const keptTopUp = (customerId: string | undefined): TopUpEdits =>
  kept?.customerId === customerId ? (kept?.edits ?? {}) : {};
