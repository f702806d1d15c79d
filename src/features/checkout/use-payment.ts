import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { useCheckout } from '#features/shared/app-context.ts';
import { selectPayment } from '#machines/purchase/checkout.selectors.ts';
import type { paymentMachine } from '#machines/purchase/payment.ts';

/** A selected value of the payment in progress; `select` gets undefined if there is none. */
export const usePayment = <Selected>(
  select: (snapshot: SnapshotFrom<typeof paymentMachine> | undefined) => Selected,
): Selected => useSelector(useCheckout(selectPayment), select);
