import { Link } from '@tanstack/react-router';
import { use, useState, useSyncExternalStore } from 'react';
import { machineTexts } from '#texts/machines.ts';
import { shellTexts } from '#texts/shell.ts';
import { Button } from '#ui/Button.tsx';
import { contentId } from '#ui/focus.ts';
import { standaloneLink } from '#ui/link.css.ts';
import { roots } from './families.ts';
import { MachineView } from './machine-view.tsx';
import * as styles from './machines.css.ts';
import { familyOf, type Recorder } from './recorder.ts';

const drawingsChunk = import('./drawings.gen.ts');

/** Renders the /machines page. Suspends until the drawings are loaded. */
export const MachinesScreen = ({ recorder }: { readonly recorder: Recorder }) => {
  const { drawings } = use(drawingsChunk);
  const sessions = useSyncExternalStore(recorder.subscribe, recorder.sessions);
  const [chosen, choose] = useState(roots[0]?.id);
  const chart = roots.find(({ id }) => id === chosen);

  return (
    <main id={contentId} className={styles.page}>
      <header className={styles.bar}>
        <h1 tabIndex={-1} className={styles.title}>
          {machineTexts.title}
        </h1>
        <fieldset className={styles.choice}>
          <legend className={styles.legend}>{machineTexts.choose}</legend>
          {roots.map(({ id, key }) => (
            <Button
              key={id}
              small
              variant={id === chosen ? 'primary' : 'secondary'}
              aria-pressed={id === chosen}
              onClick={() => choose(id)}
            >
              {key}
            </Button>
          ))}
        </fieldset>
        <Link to="/" className={standaloneLink}>
          {shellTexts.back}
        </Link>
      </header>
      {chart !== undefined && (
        <MachineView key={chart.id} chart={chart} drawings={drawings} family={familyOf(chart.id, sessions)} />
      )}
    </main>
  );
};
