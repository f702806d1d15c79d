import { dashboardTexts } from '#texts/dashboard.ts';
import { useApp } from './app-context.ts';

/** Renders a link to the merchant's page that the customer came from, if any. */
export const ReturnLink = ({ className }: { readonly className: string }) => {
  const { returnUrl } = useApp();
  if (returnUrl === null) return null;
  return (
    <a href={returnUrl} className={className}>
      {dashboardTexts.backTo(new URL(returnUrl).host)}
    </a>
  );
};
