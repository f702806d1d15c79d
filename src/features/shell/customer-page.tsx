import { useQuery } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { type CustomerContextValue, useAuth } from '#features/shared/app-context.ts';
import { headingIds } from '#features/shared/focus-targets.ts';
import { ReturnLink } from '#features/shared/return-link.tsx';
import { SiteFooter } from '#features/shared/site-footer.tsx';
import { selectGreetingName } from '#machines/account/auth.selectors.ts';
import { isUnderWay } from '#machines/purchase/checkout.selectors.ts';
import { dashboardTexts } from '#texts/dashboard.ts';
import { contentId } from '#ui/focus.ts';
import * as styles from './account-header.css.ts';
import { AccountHeader } from './account-header.tsx';

interface CustomerPageProps extends Pick<CustomerContextValue, 'checkout' | 'storeQuery'> {
  readonly children: ReactNode;
}

export const CustomerPage = ({ checkout, storeQuery, children }: CustomerPageProps) => {
  const page = useMatches({ select: (matches) => matches.at(-1) });
  const isDashboard = page?.routeId === '/_signed-in/dashboard';
  const keepsDashboard = useSelector(checkout, isUnderWay) && isDashboard;
  return (
    <>
      <AccountHeader keepsDashboard={keepsDashboard}>
        {isDashboard && <ReturnLink className={styles.back} />}
        {/* Uses a new element on each page, so that screen readers announce it. */}
        <h1 key={page?.routeId} id={headingIds.page} className={styles.heading} tabIndex={-1}>
          {isDashboard ? <Greeting storeQuery={storeQuery} /> : page?.staticData.title}
        </h1>
      </AccountHeader>
      <main id={contentId} className={styles.main}>
        {children}
      </main>
      <SiteFooter keepsPage={keepsDashboard} />
    </>
  );
};

/** Greets the customer with the profile's name. Falls back to the name in the token. */
const Greeting = ({ storeQuery }: Pick<CustomerPageProps, 'storeQuery'>) => {
  const { data: profile } = useQuery(storeQuery('profile'));
  const claimed = useAuth(selectGreetingName);
  return dashboardTexts.welcome(profile?.firstName?.trim() || profile?.email || claimed);
};
