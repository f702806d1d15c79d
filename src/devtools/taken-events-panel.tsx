import { machineTexts } from '#texts/machines.ts';
import { Button } from '#ui/Button.tsx';
import { takenEvents } from './active-states.ts';
import type { PlacedSession } from './highlights.ts';
import * as styles from './machines.css.ts';
import { Panel } from './panel.tsx';

/** The events that the running machines accept now, with buttons to send those without other fields. */
export const TakenEventsPanel = ({ running }: { readonly running: readonly PlacedSession[] }) => {
  const isWaiting = running.every(({ session, active }) => takenEvents(session.machine, active).length === 0);
  return (
    <Panel
      id="taken-events"
      title={machineTexts.takes}
      hint={isWaiting ? machineTexts.takesNothing : machineTexts.takesHint}
    >
      {[...running].reverse().map((placed) => (
        <MachineEvents key={placed.within} placed={placed} isOnly={running.length === 1} />
      ))}
    </Panel>
  );
};

interface MachineEventsProps {
  readonly placed: PlacedSession;
  readonly isOnly: boolean;
}

const MachineEvents = ({ placed: { session, active }, isOnly }: MachineEventsProps) => {
  const { machine, actor } = session;
  const events = takenEvents(machine, active);
  if (events.length === 0) return null;
  return (
    <>
      {!isOnly && <h3 className={styles.monospaceText}>{machine}</h3>}
      <ul className={styles.events}>
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
