import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAuth, useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { selectUser } from '#machines/auth.selectors.ts';
import { isChoosing } from '#machines/checkout.selectors.ts';

interface KeptPackage {
  readonly customerId: string;
  readonly productId: string;
}

let kept: KeptPackage | null = null;

/** Keeps the chosen package while the customer signs in again, in this page only. */
export const keepPackage = (customerId: string | undefined, productId: string | undefined): void => {
  kept = customerId && productId ? { customerId, productId } : null;
};

/** Opens the checkout of the kept package once the customer is back. */
export const useKeptPackage = (): void => {
  const { checkout, storeQuery } = useCustomer();
  const { data: products } = useQuery(storeQuery('products'));
  const choosing = useCheckout(isChoosing);
  const customerId = useAuth(selectUser)?.id;
  useEffect(() => {
    if (kept === null || !choosing || products === undefined) return;
    const { customerId: ofCustomer, productId } = kept;
    kept = null;
    const product = products.find(({ id }) => id === productId);
    if (ofCustomer === customerId && product) checkout.send({ type: 'package.selected', product });
  }, [checkout, choosing, products, customerId]);
};
