import { useCallback, useEffect, useState } from 'react';
import { type CustomerContextValue, type PurchaseParts, useCustomer } from './app-context.ts';

export type LoadedParts = Pick<CustomerContextValue, 'loadPurchase'>;

/** What a purchase shares with other screens: null until its code has loaded, or 'failed'. */
export const useLoadedParts = ({ loadPurchase }: LoadedParts) => {
  const [parts, setParts] = useState<PurchaseParts | 'failed' | null>(null);
  const load = useCallback(() => {
    setParts(null);
    loadPurchase().then(setParts, () => setParts('failed'));
  }, [loadPurchase]);
  useEffect(load, [load]);
  return { parts, load };
};

/** Null until the code has loaded. For the checkout, which reports a failure and loads the code again. */
export const usePurchaseParts = (): PurchaseParts | null => {
  const { parts } = useLoadedParts(useCustomer());
  return parts === 'failed' ? null : parts;
};
