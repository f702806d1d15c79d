import type { BillingForm } from '#domain/billing.ts';

/** Keeps what was typed into the billing form for the next purchase of a session: in memory alone, and never the card. */
export const createBillingMemory = () => {
  let kept: BillingForm | null = null;
  return {
    /** What was typed last; null when nothing was. */
    read: () => kept,
    keep(form: BillingForm): void {
      kept = form;
    },
    clear(): void {
      kept = null;
    },
  };
};

export type BillingMemory = ReturnType<typeof createBillingMemory>;
