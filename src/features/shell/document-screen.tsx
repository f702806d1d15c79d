import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SiteFooter } from '#features/shared/site-footer.tsx';
import { shellTexts } from '#texts/shell.ts';
import { BrandMark } from '#ui/BrandMark.tsx';
import { contentId } from '#ui/focus.ts';
import * as styles from './document-screen.css.ts';

interface DocumentScreenProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly sections: readonly { readonly heading: ReactNode; readonly body: ReactNode }[];
}

/** Returns to the page that opened the document. */
const BackLink = () => {
  const signUpSearch = useLocation({ select: ({ state }) => state.signUpSearch });
  const back =
    signUpSearch === undefined ? ({ to: '/' } as const) : ({ to: '/signup', search: signUpSearch } as const);
  return (
    <Link {...back} className={styles.back}>
      <span className={styles.backIcon} aria-hidden="true" />
      <span>{signUpSearch === undefined ? shellTexts.back : shellTexts.backToSignUp}</span>
    </Link>
  );
};

export const DocumentScreen = ({ title, lead, sections }: DocumentScreenProps) => (
  <>
    <main id={contentId} className={styles.page}>
      <p className={styles.brand}>
        <span className={styles.mark}>
          <BrandMark />
        </span>
        <span>{shellTexts.brand}</span>
      </p>
      <header className={styles.header}>
        <h1 tabIndex={-1}>{title}</h1>
        <div className={styles.lead}>{lead}</div>
      </header>
      {sections.map(({ heading, body }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the document never changes while it is shown
        <section key={place} className={styles.section}>
          <h2>{heading}</h2>
          {body}
        </section>
      ))}
      <BackLink />
    </main>
    <SiteFooter />
  </>
);
