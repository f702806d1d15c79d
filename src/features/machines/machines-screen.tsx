import { Link } from '@tanstack/react-router';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { AnyStateMachine } from 'xstate';
import { machineTexts } from '#texts/machines.ts';
import { shellTexts } from '#texts/shell.ts';
import { Button } from '#ui/Button.tsx';
import { standaloneLink } from '#ui/link.css.ts';
import { chartOf } from './chart.ts';
import { MachineView } from './machine-view.tsx';
import * as styles from './machines.css.ts';
import type { Recorder } from './recorder.ts';

interface MachinesScreenProps {
  /** The product's machines, running or not. */
  readonly machines: readonly AnyStateMachine[];
  readonly recorder: Recorder;
}

/** Shows developers the machines of this tab at work. */
export const MachinesScreen = ({ machines, recorder }: MachinesScreenProps) => {
  const sessions = useSyncExternalStore(recorder.subscribe, recorder.sessions);
  const charts = useMemo(() => machines.map(chartOf), [machines]);
  const [chosen, choose] = useState(charts[0]?.id);
  const chart = charts.find(({ id }) => id === chosen);

  return (
    <main className={styles.page}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>{machineTexts.title}</h1>
        <p className={styles.hint}>{machineTexts.intro}</p>
        <Link to="/" className={standaloneLink}>
          {shellTexts.back}
        </Link>
      </header>
      <fieldset className={styles.choice}>
        <legend className={styles.legend}>{machineTexts.choose}</legend>
        {charts.map(({ id, key }) => (
          <Button
            key={id}
            variant={id === chosen ? 'primary' : 'secondary'}
            aria-pressed={id === chosen}
            onClick={() => choose(id)}
          >
            {key}
          </Button>
        ))}
      </fieldset>
      {chart !== undefined && (
        <MachineView
          key={chart.id}
          chart={chart}
          session={sessions.find(({ machine }) => machine === chart.id)}
        />
      )}
    </main>
  );
};
