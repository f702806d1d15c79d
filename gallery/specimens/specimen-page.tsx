import { useLayoutEffect } from 'react';
import { forceStates } from './forced-states.ts';
import type { SpecimenName } from './names.ts';
import * as styles from './specimen-page.css.ts';
import { specimens } from './specimens.tsx';

/** A component by itself, in each of its states. */
export const SpecimenPage = ({ name }: { readonly name: SpecimenName }) => {
  useLayoutEffect(forceStates, []);
  return (
    <main className={styles.page}>
      <h1>{name}</h1>
      {Object.entries(specimens[name]).map(([state, specimen]) => (
        <section key={state} className={styles.state} aria-label={state}>
          <h2 className={styles.name}>{state}</h2>
          <div className={styles.shown}>{specimen}</div>
        </section>
      ))}
    </main>
  );
};
