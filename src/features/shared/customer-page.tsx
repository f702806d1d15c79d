import type { ReactNode } from 'react';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { isBusy } from '#machines/account/auth.selectors.ts';
import { dashboardTexts } from '#texts/dashboard.ts';
import { shellTexts } from '#texts/shell.ts';
import { BrandMark } from '#ui/BrandMark.tsx';
import { Button } from '#ui/Button.tsx';
import { ThemeSwitch } from '#ui/ThemeSwitch.tsx';
import { narrowLabel } from '#ui/VisuallyHidden.css.ts';
import * as styles from './customer-page.css.ts';

interface CustomerHeaderProps {
  /** Ends with the page's `<h1>`. */
  readonly heading: ReactNode;
  /** Further actions, before the one that signs out. */
  readonly children?: ReactNode;
  /** A link to another page: next to the actions, or on a phone next to the heading. */
  readonly links?: ReactNode;
}

export const CustomerHeader = ({ heading, children, links }: CustomerHeaderProps) => {
  const { auth } = useApp();
  return (
    <header className={styles.header}>
      <p className={styles.brand}>
        <span className={styles.mark}>
          <BrandMark />
        </span>
        <span>{shellTexts.brand}</span>
      </p>
      {heading}
      {links}
      <div className={styles.actions}>
        <ThemeSwitch />
        {children}
        <Button
          variant="secondary"
          small
          icon={styles.signOutIcon}
          busy={useAuth(isBusy)}
          onClick={() => auth.send({ type: 'sign-out.requested' })}
        >
          <span className={narrowLabel}>{dashboardTexts.signOut}</span>
        </Button>
      </div>
    </header>
  );
};
