import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApp } from '#features/app-context.ts';
import { shellTexts } from '#texts/shell.ts';
import { standaloneLink } from '#ui/link.css.ts';
import { siteFooter, siteLinks, supportPlace } from './site-footer.css.ts';
import { SupportLink } from './support-link.tsx';

/** The end of every page: what the page adds, the store's documents, and where to ask for help. */
export const SiteFooter = ({ children }: { readonly children?: ReactNode }) => {
  const { support } = useApp();
  return (
    <footer className={siteFooter}>
      {children}
      <p className={siteLinks}>
        <Link to="/terms" className={standaloneLink}>
          {shellTexts.terms}
        </Link>
        <Link to="/privacy" className={standaloneLink}>
          {shellTexts.privacy}
        </Link>
        {support === null ? (
          <span className={supportPlace}>{shellTexts.support}</span>
        ) : (
          <SupportLink className={standaloneLink}>{shellTexts.support}</SupportLink>
        )}
      </p>
    </footer>
  );
};
