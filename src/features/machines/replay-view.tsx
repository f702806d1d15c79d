import { useState } from 'react';
import { machineTexts } from '#texts/machines.ts';
import { Button } from '#ui/Button.tsx';
import * as styles from './machines.css.ts';
import type { Session } from './recorder.ts';
import { replayOf } from './replay.ts';

/** A session as a test, to be copied. */
export const ReplayView = ({ session }: { readonly session: Session }) => {
  const [outcome, setOutcome] = useState('');
  const copy = () => {
    setOutcome('');
    navigator.clipboard.writeText(replayOf(session)).then(
      () => setOutcome(machineTexts.copied),
      () => setOutcome(machineTexts.copyFailed),
    );
  };
  return (
    <section className={styles.panel} aria-labelledby="replay">
      <h2 id="replay">{machineTexts.replay}</h2>
      <p className={styles.hint}>{machineTexts.replayHint}</p>
      <div className={styles.copying}>
        <Button variant="secondary" onClick={copy}>
          {machineTexts.copy}
        </Button>
        <span role="status">{outcome}</span>
      </div>
      <details>
        <summary>{machineTexts.replayShow}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
        <pre className={styles.code} tabIndex={0}>
          {replayOf(session)}
        </pre>
      </details>
    </section>
  );
};
