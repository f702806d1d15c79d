import { machineTexts } from '#texts/machines.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { valueText } from './active-states.ts';
import * as styles from './machines.css.ts';
import type { LogEntry } from './recorder.ts';

/** The most entries that are shown; a replay has all. */
const longest = 100;

/** What a machine did, the latest first. */
export const SessionLog = ({ entries }: { readonly entries: readonly LogEntry[] }) => (
  <section className={styles.panel} aria-labelledby="session-log">
    <h2 id="session-log">{machineTexts.log}</h2>
    <p className={styles.hint}>{entries.length === 0 ? machineTexts.logEmpty : machineTexts.logHint}</p>
    <ol className={styles.log}>
      {entries
        .slice(-longest)
        .reverse()
        .map((entry) => (
          <li key={entry.number}>
            <Entry entry={entry} />
          </li>
        ))}
    </ol>
  </section>
);

const Entry = ({ entry: { number, event, value } }: { readonly entry: LogEntry }) => {
  const { type, ...fields } = event;
  const summary = (
    <>
      {machineTexts.logged(number, type)} <span className={styles.ledTo} aria-hidden="true" />
      <VisuallyHidden>{machineTexts.ledTo}</VisuallyHidden> {valueText(value)}
    </>
  );
  if (Object.keys(fields).length === 0) return <p className={styles.entry}>{summary}</p>;
  return (
    <details className={styles.entry}>
      <summary>{summary}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
      <pre className={styles.code} tabIndex={0}>
        {JSON.stringify(fields, null, 2)}
      </pre>
    </details>
  );
};
