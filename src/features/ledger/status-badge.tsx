import type { ComponentProps } from 'react';
import type { TransactionStatus } from '#domain/store-api.ts';
import { ledgerTexts } from '#texts/store.ts';
import { Badge } from '#ui/Badge.tsx';

const tones: Record<TransactionStatus, ComponentProps<typeof Badge>['tone']> = {
  completed: 'success',
  pending: 'warning',
  failed: 'danger',
  refunded: 'info',
};

/** What became of a transaction. */
export const StatusBadge = ({ status }: { readonly status: TransactionStatus }) => (
  <Badge tone={tones[status]}>{ledgerTexts.filter[status]}</Badge>
);
