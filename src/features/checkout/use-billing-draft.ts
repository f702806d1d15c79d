import { useEffect, useState, useSyncExternalStore } from 'react';
import type { BillingFinding, BillingProblem } from '#domain/billing.ts';
import { formatBillingPhone } from '#domain/phone.ts';
import { useApp } from '#features/app-context.ts';
import { selectUser } from '#machines/auth.selectors.ts';
import { type BillingDraft, createBillingDraft } from './billing-draft.ts';

/** The draft of one open form, begun with the customer's own name and phone. */
export const useBillingDraft = (): BillingDraft => {
  const { auth } = useApp();
  const [draft] = useState(() => {
    const user = selectUser(auth.getSnapshot());
    return createBillingDraft({
      first_name: user?.firstName ?? '',
      last_name: user?.lastName ?? '',
      phone: formatBillingPhone(user?.phone ?? ''),
    });
  });
  useEffect(() => draft.stop, [draft]);
  return draft;
};

type Answer = BillingProblem | readonly BillingFinding[] | boolean | null;

/** One answer of a draft; renders again only when it changes. */
export const useDraft = <Selected extends Answer>(draft: BillingDraft, select: () => Selected): Selected =>
  useSyncExternalStore(draft.subscribe, select);
