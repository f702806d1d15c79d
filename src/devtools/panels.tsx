import type { ReactNode } from 'react';
import { machineTexts } from '#texts/machines.ts';
import { Button } from '#ui/Button.tsx';
import { useCopy } from '#ui/use-copy.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { takenEvents } from './active-states.ts';
import { transitionText, valueText } from './chart-text.ts';
import type { PlacedSession } from './highlights.ts';
import * as styles from './machines.css.ts';
import type { PathStep, Session } from './recorder.ts';
import { replayOf } from './replay.ts';

interface PanelProps {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}

const Panel = ({ id, title, hint, children }: PanelProps) => (
  <section className={styles.panel} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <p className={styles.hint}>{hint}</p>
    {children}
  </section>
);

const Code = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
  <pre className={styles.code} tabIndex={0}>
    {text}
  </pre>
);

/** Shows the events that the running machines accept now, with buttons to send events without fields. */
export const TakenEventsPanel = ({ running }: { readonly running: readonly PlacedSession[] }) => {
  const isWaiting = running.every(({ session, active }) => takenEvents(session.machine, active).length === 0);
  return (
    <Panel
      id="taken-events"
      title={machineTexts.takes}
      hint={isWaiting ? machineTexts.takesNothing : machineTexts.takesHint}
    >
      {[...running].reverse().map((placed) => (
        <MachineEvents key={placed.within} {...placed} isOnly={running.length === 1} />
      ))}
    </Panel>
  );
};

const MachineEvents = ({ session, active, isOnly }: PlacedSession & { readonly isOnly: boolean }) => {
  const { machine, actor } = session;
  const events = takenEvents(machine, active);
  if (events.length === 0) return null;
  return (
    <>
      {!isOnly && <h3 className={styles.monospaceText}>{machine}</h3>}
      <ul className={styles.list}>
        {events.map(({ type, isPlain, outcomes }) => (
          <li key={type}>
            {isPlain ? (
              <Button
                small
                variant="secondary"
                className={styles.monospaceText}
                aria-label={machineTexts.send(type)}
                disabled={!actor.getSnapshot().can({ type })}
                onClick={() => actor.send({ type })}
              >
                {type}
              </Button>
            ) : (
              <code className={styles.monospaceText}>{type}</code>
            )}
            <span className={styles.outcomes}>{outcomes.join(', ')}</span>
          </li>
        ))}
      </ul>
    </>
  );
};

/** Maximum number of steps on screen. The copied test contains all steps. */
const maxSteps = 100;

/** Shows the steps of a machine and its child machines so far, newest first. */
export const PathPanel = ({ path }: { readonly path: readonly PathStep[] }) => (
  <Panel
    id="path"
    title={machineTexts.path}
    hint={path.length === 0 ? machineTexts.pathEmpty : machineTexts.pathHint}
  >
    <ol className={styles.list}>
      {path
        .slice(-maxSteps)
        .reverse()
        .map((step) => (
          <li key={step.number}>
            <Step step={step} />
          </li>
        ))}
    </ol>
  </Panel>
);

const Step = ({ step: { number, machine, isChild, event, taken, value } }: { readonly step: PathStep }) => {
  const { type, ...fields } = event;
  const [first, ...others] = taken;
  const happened = first === undefined ? machineTexts.ignored(type) : transitionText(first);
  const further = others.map(transitionText);
  const details = { ...fields, ...(further.length > 0 && { also: further }) };
  const summary = (
    <>
      <span>{machineTexts.step(number, isChild ? `${machine}: ${happened}` : happened)}</span>{' '}
      <span className={styles.arrowIcon} aria-hidden="true" />
      <VisuallyHidden>{machineTexts.ledTo}</VisuallyHidden> <span>{valueText(value)}</span>
    </>
  );
  if (Object.keys(details).length === 0) return <p className={styles.entry}>{summary}</p>;
  return (
    <details className={styles.entry}>
      <summary>{summary}</summary>
      <Code text={JSON.stringify(details, null, 2)} />
    </details>
  );
};

/** Shows a test for each machine's path, with a button to copy it. */
export const ReplayPanel = ({ sessions }: { readonly sessions: readonly Session[] }) => {
  const { outcome, copy } = useCopy();
  return (
    <Panel id="replay" title={machineTexts.replay} hint={machineTexts.replayHint}>
      <div className={styles.copyRow}>
        {sessions.map((session) => (
          <Button
            key={session.actor.sessionId}
            small
            variant="secondary"
            onClick={() => void copy(replayOf(session))}
          >
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
