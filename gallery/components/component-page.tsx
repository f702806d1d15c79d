import { useLayoutEffect } from 'react';
import * as styles from '../gallery.css.ts';
import type { Stories } from './component-stories.tsx';
import { forceStates } from './forced-states.ts';

interface ComponentPageProps {
  readonly name: string;
  readonly stories: Stories;
}

export const ComponentPage = ({ name, stories }: ComponentPageProps) => {
  useLayoutEffect(forceStates, []);
  return (
    <main className={styles.componentPage}>
      <h1>{name}</h1>
      {Object.entries(stories).map(([state, story]) => (
        <section key={state} className={styles.state} aria-label={state}>
          <h2 className={styles.note}>{state}</h2>
          <div className={styles.shown}>{story}</div>
        </section>
      ))}
    </main>
  );
};
