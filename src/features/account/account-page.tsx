import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApp } from '#features/shared/app-context.ts';
import { SiteFooter } from '#features/shared/site-footer.tsx';
import { shellTexts } from '#texts/shell.ts';
import { Banner, type BannerProps } from '#ui/Banner.tsx';
import { BrandMark } from '#ui/BrandMark.tsx';
import { contentId } from '#ui/focus.ts';
import { standaloneLink } from '#ui/link.css.ts';
import { ThemeSwitch } from '#ui/ThemeSwitch.tsx';
import * as styles from './account-page.css.ts';

interface AccountPageProps {
  readonly title: string;
  /** Text that names the current setup step and the next one. */
  readonly step?: string | null;
  readonly lead?: string | null;
  readonly ways: ReactNode;
  /** A message from the previous page, above the form; if there is one. */
  readonly message?: string | null | undefined;
  readonly tone?: BannerProps['tone'];
  /** The form. Messages about a submit go below its buttons, to avoid layout shift. */
  readonly children: ReactNode;
}

export const AccountPage = ({
  title,
  step,
  lead,
  ways,
  message,
  tone = 'warning',
  children,
}: AccountPageProps) => {
  const { prefetchForForms } = useApp();
  const prefetch = (main: HTMLElement | null) =>
    main?.addEventListener('input', prefetchForForms, { once: true });
  return (
    <div className={styles.page}>
      <header className={styles.vault}>
        <p className={styles.brand}>
          <BrandMark />
          <span>{shellTexts.brand}</span>
        </p>
        <div className={styles.promise}>
          <p className={styles.motto}>{shellTexts.motto}</p>
          <dl className={styles.promises}>
            {Object.entries(shellTexts.promises).map(([title, text]) => (
              <div key={title} className={styles.promiseItem}>
                <dt className={styles.promiseTitle}>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </header>
      <div className={styles.side}>
        <main ref={prefetch} id={contentId} className={styles.content}>
          <div className={styles.heading}>
            <h1 tabIndex={-1}>{title}</h1>
            {step && <p className={styles.step}>{step}</p>}
            {lead && <p className={styles.lead}>{lead}</p>}
            <div className={styles.ways}>{ways}</div>
          </div>
          {message && <Banner tone={tone}>{message}</Banner>}
          {children}
        </main>
        <SiteFooter keepsPage>
          <ThemeSwitch />
        </SiteFooter>
      </div>
    </div>
  );
};

export const emailControl = {
  type: 'email',
  autoComplete: 'username',
  autoCapitalize: 'none',
  required: true,
} as const;

const emailState = (email: string) => (email === '' ? {} : { email });

interface PageLinkProps {
  readonly to: '/login' | '/signup' | '/forgot-password' | '/verify-email';
  readonly label: string;
  readonly email?: (() => string) | undefined;
}

/** Renders a link to another account screen that prefills the typed email. */
export const PageLink = ({ to, label, email }: PageLinkProps) => (
  <Link to={to} state={() => emailState(email?.() ?? '')} className={standaloneLink}>
    {label}
  </Link>
);
