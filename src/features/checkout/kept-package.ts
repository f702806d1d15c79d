import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { hours, isText, type MemoryEntry } from '#features/shared/memory.ts';
import { isChoosing } from '#machines/purchase/checkout.selectors.ts';

/** The id of the chosen product, while the customer signs in again, also on the pool's own pages. */
export const keptPackage: MemoryEntry<string> = {
  name: 'keptPackage',
  place: 'tab',
  lifetime: hours,
  is: isText,
};

/** Opens the checkout of the kept package once the customer is back. */
export const useKeptPackage = (): void => {
  const { checkout, storeQuery, memory } = useCustomer();
  const { data: products } = useQuery(storeQuery('products'));
  const choosing = useCheckout(isChoosing);
  useEffect(() => {
    if (!choosing || products === undefined) return;
    const kept = memory(keptPackage);
    const productId = kept.read();
    kept.forget();
    const product = products.find(({ id }) => id === productId);
    if (product) checkout.send({ type: 'package.selected', product });
  }, [checkout, choosing, products, memory]);
};
