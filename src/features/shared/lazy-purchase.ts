import { useCallback, useEffect, useState } from 'react';
import { type CustomerContextValue, type LazyPurchase, useCustomer } from './app-context.ts';

export type LoadPurchase = Pick<CustomerContextValue, 'loadPurchase'>;

/** Loads what a purchase shares with other screens. `parts` is null while loading and 'failed' on failure. */
export const useLoadPurchase = ({ loadPurchase }: LoadPurchase) => {
  const [parts, setParts] = useState<LazyPurchase | 'failed' | null>(null);
  const load = useCallback(() => {
    setParts(null);
    loadPurchase().then(setParts, () => setParts('failed'));
  }, [loadPurchase]);
  useEffect(load, [load]);
  return { parts, load };
};

/** Returns null until the code has loaded. Used in the checkout, which reports failures and retries. */
export const useLazyPurchase = (): LazyPurchase | null => {
  const { parts } = useLoadPurchase(useCustomer());
  return parts === 'failed' ? null : parts;
};
