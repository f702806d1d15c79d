import type { BillingForm } from '#domain/billing.ts';

/** Keeps the billing form for the session's next purchase. Only in memory, and never the card. */
export const createBillingMemory = () => {
  let kept: BillingForm | null = null;
  return {
    /** The form typed last; null if none. */
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
