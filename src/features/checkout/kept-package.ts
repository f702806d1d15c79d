import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { inTab, isText } from '#features/shared/memory.ts';
import { isChoosing } from '#machines/purchase/checkout.selectors.ts';

/** The chosen product's id. */
export const keptPackage = inTab('keptPackage', isText);

/** Reopens the checkout for the kept package after the customer has signed in again. */
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
