import { useState } from 'react';
import { machineTexts } from '#texts/machines.ts';
import { Button } from '#ui/Button.tsx';
import * as styles from './machines.css.ts';
import { Code, Panel } from './panel.tsx';
import type { Session } from './recorder.ts';
import { replayOf } from './replay.ts';

/** A test for the path of each machine. */
export const ReplayPanel = ({ sessions }: { readonly sessions: readonly Session[] }) => {
  const [outcome, setOutcome] = useState('');
  const copy = (session: Session) => {
    setOutcome('');
    navigator.clipboard.writeText(replayOf(session)).then(
      () => setOutcome(machineTexts.copied),
      () => setOutcome(machineTexts.copyFailed),
    );
  };
  return (
    <Panel id="replay" title={machineTexts.replay} hint={machineTexts.replayHint}>
      <div className={styles.copyRow}>
        {sessions.map((session) => (
          <Button key={session.actor.sessionId} small variant="secondary" onClick={() => copy(session)}>
            {machineTexts.copy(session.machine)}
          </Button>
        ))}
        <span role="status">{outcome}</span>
      </div>
      {sessions.map((session) => (
        <details key={session.actor.sessionId}>
          <summary>{machineTexts.replayShow(session.machine)}</summary>
          <Code text={replayOf(session)} />
        </details>
      ))}
    </Panel>
  );
};
