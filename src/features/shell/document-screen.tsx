import { Link } from '@tanstack/react-router';
import type { LegalDocument } from '#texts/legal.ts';
import { shellTexts } from '#texts/shell.ts';
import { standaloneLink } from '#ui/link.css.ts';
import * as styles from './document-screen.css.ts';

/** A document to be read: a title, sections of plain prose, and the way back. */
export const DocumentScreen = ({
  document: { title, effective, sections },
}: {
  readonly document: LegalDocument;
}) => (
  <main className={styles.page}>
    <header className={styles.header}>
      <h1 tabIndex={-1}>{title}</h1>
      <p className={styles.effective}>{effective}</p>
    </header>
    {sections.map(({ heading, paragraphs }) => (
      <section key={heading} className={styles.section}>
        <h2>{heading}</h2>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    ))}
    <Link to="/" className={standaloneLink}>
      {shellTexts.back}
    </Link>
  </main>
);
