import { truncate } from '#domain/text.ts';
import { useCheckout } from '#features/app-context.ts';
import { selectElsewhere } from '#machines/checkout.selectors.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import { Banner } from '#ui/Banner.tsx';

const longestName = 80;

/** Tells of purchases that are under way in other tabs of this customer. */
export const ElsewhereNotice = () => {
  const [first] = useCheckout(selectElsewhere);
  return (
    first && (
      <Banner tone="warning">{checkoutTexts.elsewhere(truncate(first.productName, longestName))}</Banner>
    )
  );
};
