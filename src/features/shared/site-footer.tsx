import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shellTexts } from '#texts/shell.ts';
import { standaloneLink } from '#ui/link.css.ts';
import { siteFooter, siteLinks, supportPlace } from './site-footer.css.ts';
import { SupportLink } from './support-link.tsx';

const noteId = 'new-tab';

/** Props for links on a page that must stay open. A hidden note in the footer describes them. */
export const newTab = { target: '_blank', 'aria-describedby': noteId } as const;

interface SiteFooterProps {
  /** Whether leaving the page loses typed input. If so, legal documents open in a new tab. */
  readonly keepsPage?: boolean;
  readonly children?: ReactNode;
}

export const SiteFooter = ({ keepsPage = false, children }: SiteFooterProps) => {
  const tab = keepsPage && newTab;
  return (
    <footer className={siteFooter}>
      {children}
      <p className={siteLinks}>
        <Link to="/terms" {...tab} className={standaloneLink}>
          {shellTexts.terms}
        </Link>
        <Link to="/privacy" {...tab} className={standaloneLink}>
          {shellTexts.privacy}
        </Link>
        <SupportLink className={standaloneLink} textClassName={supportPlace}>
          {shellTexts.support}
        </SupportLink>
      </p>
      {keepsPage && (
        <p id={noteId} hidden>
          {shellTexts.newTab}
        </p>
      )}
    </footer>
  );
};
