import { Link, useLocation } from '@tanstack/react-router';
import { SiteFooter } from '#features/shared/site-footer.tsx';
import { shellTexts } from '#texts/shell.ts';
import { BrandMark } from '#ui/BrandMark.tsx';
import { contentId } from '#ui/focus.ts';
import * as styles from './document-screen.css.ts';

interface DocumentScreenProps {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
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
        <p className={styles.lead}>{lead}</p>
      </header>
      {sections.map(({ heading, paragraphs }) => (
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
