import { chartOf, statesIn } from '#devtools/chart.ts';
import { machines } from '#devtools/machines.ts';
import { standaloneLink } from '#ui/link.css.ts';
import { componentStories } from './components/component-stories.tsx';
import { addressOf, type MachineName, machineNames, screenEntries, stateEntries } from './entries.ts';
import * as styles from './gallery.css.ts';

export const IndexPage = () => (
  <main className={styles.page}>
    <h1>Gallery</h1>
    {machineNames.map((machine) => (
      <section key={machine} aria-labelledby={machine}>
        <h2 id={machine}>{machine}</h2>
        <States machine={machine} />
      </section>
    ))}
    <section aria-labelledby="pages">
      <h2 id="pages">pages</h2>
      <Links ids={screenEntries.filter(({ state }) => state === null).map(({ id }) => id)} />
    </section>
    <section aria-labelledby="components">
      <h2 id="components">components</h2>
      <Links ids={Object.keys(componentStories).map((name) => `ui.${name}`)} />
    </section>
  </main>
);

const States = ({ machine }: { readonly machine: MachineName }) => {
  const descriptions = new Map(
    statesIn(chartOf(machines[machine])).map(({ id, description }) => [id, description]),
  );
  return (
    <ul className={styles.states}>
      {Object.entries(stateEntries[machine]).map(([path, entry]) => (
        <li key={path}>
          <h3>{path}</h3>
          <p className={styles.note}>{descriptions.get(`${machine}.${path}`)}</p>
          {'sameAs' in entry ? (
            <p>
              As <EntryLink id={`${entry.machine ?? machine}.${entry.sameAs}`} />: {entry.reason}
            </p>
          ) : (
            <Links
              ids={screenEntries
                .filter(({ state }) => state?.machine === machine && state.path === path)
                .map(({ id }) => id)}
            />
          )}
        </li>
      ))}
    </ul>
  );
};

const Links = ({ ids }: { readonly ids: readonly string[] }) => (
  <ul className={styles.links}>
    {ids.map((id) => (
      <li key={id}>
        <EntryLink id={id} />
      </li>
    ))}
  </ul>
);

const EntryLink = ({ id }: { readonly id: string }) => (
  <a href={addressOf(id)} className={standaloneLink}>
    {id}
  </a>
);
