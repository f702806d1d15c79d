import { Link } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { machineTexts } from '#texts/machines.ts';
import { shellTexts } from '#texts/shell.ts';
import { Button } from '#ui/Button.tsx';
import { contentId } from '#ui/focus.ts';
import { standaloneLink } from '#ui/link.css.ts';
import { chartOf } from './chart.ts';
import { MachineView } from './machine-view.tsx';
import * as styles from './machines.css.ts';
import { machines } from './machines.ts';
import type { Recorder } from './recorder.ts';

const charts = Object.values(machines).map(chartOf);

export const MachinesScreen = ({ recorder }: { readonly recorder: Recorder }) => {
  const sessions = useSyncExternalStore(recorder.subscribe, recorder.sessions);
  const [chosen, choose] = useState(charts[0]?.id);
  const chart = charts.find(({ id }) => id === chosen);

  return (
    <main id={contentId} className={styles.page}>
      <header className={styles.stack}>
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
