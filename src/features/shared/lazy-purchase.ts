import { useCallback, useEffect, useState } from 'react';
import { type CustomerContextValue, type LazyPurchase, useCustomer } from './app-context.ts';

export type LoadPurchase = Pick<CustomerContextValue, 'loadPurchase'>;

/** What a purchase shares with other screens: null until its code has loaded, or 'failed'. */
export const useLoadPurchase = ({ loadPurchase }: LoadPurchase) => {
  const [parts, setParts] = useState<LazyPurchase | 'failed' | null>(null);
  const load = useCallback(() => {
    setParts(null);
    loadPurchase().then(setParts, () => setParts('failed'));
  }, [loadPurchase]);
  useEffect(load, [load]);
  return { parts, load };
};

/** Null until the code has loaded. For the checkout, which reports a failure and loads the code again. */
export const useLazyPurchase = (): LazyPurchase | null => {
  const { parts } = useLoadPurchase(useCustomer());
  return parts === 'failed' ? null : parts;
};
