import { machineTexts } from '#texts/machines.ts';
import { Button } from '#ui/Button.tsx';
import type { ChartState } from './chart.ts';
import * as styles from './machines.css.ts';
import type { Session } from './recorder.ts';
import { takenEvents } from './taken-events.ts';

interface TakenEventsProps {
  readonly session: Session;
  readonly active: readonly ChartState[];
}

/** The events that a machine takes now. Those that carry nothing can be sent from here, unless a guard forbids it. */
export const TakenEvents = ({ session: { machine, actor }, active }: TakenEventsProps) => {
  const events = takenEvents(machine, active);
  return (
    <section className={styles.panel} aria-labelledby="taken-events">
      <h2 id="taken-events">{machineTexts.takes}</h2>
      {events.length === 0 ? (
        <p className={styles.hint}>{machineTexts.takesNothing}</p>
      ) : (
        <>
          <p className={styles.hint}>{machineTexts.takesHint}</p>
          <ul className={styles.events}>
            {events.map(({ type, isPlain }) => (
              <li key={type}>
                {isPlain ? (
                  <Button
                    variant="secondary"
                    className={styles.event}
                    aria-label={machineTexts.send(type)}
                    disabled={!actor.getSnapshot().can({ type })}
                    onClick={() => actor.send({ type })}
                  >
                    {type}
                  </Button>
                ) : (
                  <code className={styles.event}>{type}</code>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
};
