import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type TabStorage, useAuth, useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { selectUser } from '#machines/account/auth.selectors.ts';
import { isChoosing } from '#machines/purchase/checkout.selectors.ts';

const key = 'coffer.keptPackage';

/** Keeps the chosen package while the customer signs in again, also on the pool's own pages. */
export const keepPackage = (tab: TabStorage, customerId: string, productId: string): void =>
  tab.setItem(key, `${customerId} ${productId}`);

/** The product's id; null if there is none. It is returned once, and only to the customer who chose it. */
export const takePackage = (tab: TabStorage, customerId: string): string | null => {
  const kept = tab.getItem(key);
  if (kept === null) return null;
  tab.removeItem(key);
  const isOwn = kept.startsWith(`${customerId} `);
  return isOwn ? kept.slice(customerId.length + 1) : null;
};

/** Opens the checkout of the kept package once the customer is back. */
export const useKeptPackage = (): void => {
  const { checkout, storeQuery, tab } = useCustomer();
  const { data: products } = useQuery(storeQuery('products'));
  const choosing = useCheckout(isChoosing);
  const customerId = useAuth(selectUser)?.id;
  useEffect(() => {
    if (!choosing || products === undefined || customerId === undefined) return;
    const productId = takePackage(tab, customerId);
    const product = products.find(({ id }) => id === productId);
    if (product) checkout.send({ type: 'package.selected', product });
  }, [checkout, choosing, products, customerId, tab]);
};
