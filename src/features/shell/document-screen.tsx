import { Link, useLocation } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { SiteFooter } from '#features/shared/site-footer.tsx';
import { shellTexts } from '#texts/shell.ts';
import { BrandMark } from '#ui/BrandMark.tsx';
import { contentId } from '#ui/focus.ts';
import * as styles from './document-screen.css.ts';

interface DocumentScreenProps {
  /** A customer's header; null for a guest, who sees the brand instead. */
  readonly Header: ComponentType | null;
  readonly title: string;
  readonly lead: string;
  /** Paragraphs by heading. */
  readonly sections: Readonly<Record<string, readonly string[]>>;
}

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

/** Whether this is the build, which renders both variants. A script keeps one before the first paint. */
const isForAll = import.meta.env.SSR;

export const DocumentScreen = ({ title, lead, sections, Header }: DocumentScreenProps) => (
  <>
    {Header && (
      <div data-for="customer" hidden={isForAll}>
        <Header />
      </div>
    )}
    <main id={contentId} className={styles.page}>
      {(isForAll || !Header) && (
        <p data-for="guest" className={styles.brand}>
          <BrandMark />
          <span>{shellTexts.brand}</span>
        </p>
      )}
      <header className={styles.header}>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </header>
      {Object.entries(sections).map(([heading, paragraphs]) => (
        <section key={heading} className={styles.section}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <BackLink />
    </main>
    <SiteFooter />
  </>
);
