import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { newTab } from '#features/shared/site-footer.tsx';
import { isBusy } from '#machines/account/auth.selectors.ts';
import { headerTexts } from '#texts/dashboard.ts';
import { shellTexts } from '#texts/shell.ts';
import { BrandMark } from '#ui/BrandMark.tsx';
import { Button } from '#ui/Button.tsx';
import { ThemeSwitch } from '#ui/ThemeSwitch.tsx';
import * as styles from './account-header.css.ts';

const { account, signOut, pages } = headerTexts;

interface AccountHeaderProps {
  /** Whether leaving the dashboard loses an open checkout. If so, other pages open in a new tab. */
  readonly keepsDashboard?: boolean;
  readonly children?: ReactNode;
}

/** Renders the header of a customer's pages. The router marks the link to the current page. */
export const AccountHeader = ({ keepsDashboard = false, children }: AccountHeaderProps) => {
  const { auth } = useApp();
  return (
    <header className={styles.header}>
      {/* The DOM order matches the visual order, because the focus follows it. */}
      <nav aria-label={account} className={styles.nav}>
        <p className={styles.brand}>
          <BrandMark />
          <span className={styles.name}>{shellTexts.brand}</span>
        </p>
        <ThemeSwitch />
        <Button
          variant="secondary"
          small
          busy={useAuth(isBusy)}
          onClick={() => auth.send({ type: 'sign-out.requested' })}
        >
          {signOut}
        </Button>
        <div className={styles.links}>
          {pages.map(([path, text]) => (
            <Link
              key={path}
              to={path}
              className={styles.link}
              {...(keepsDashboard && path !== '/dashboard' && newTab)}
            >
              {text}
            </Link>
          ))}
        </div>
      </nav>
      {children}
    </header>
  );
};
