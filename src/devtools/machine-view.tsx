import { useState } from 'react';
import { machineTexts } from '#texts/machines.ts';
import { Button } from '#ui/Button.tsx';
import type { ChartState } from './chart.ts';
import { ChartDrawing } from './chart-drawing.tsx';
import { valueText } from './chart-text.ts';
import { type Drawings, openName } from './drawing.ts';
import { type Place, placesIn } from './families.ts';
import { highlightsOf, type PlacedSession, placedSessions } from './highlights.ts';
import * as styles from './machines.css.ts';
import { PathPanel, ReplayPanel, TakenEventsPanel } from './panels.tsx';
import { pathOf, type Session } from './recorder.ts';

interface MachineViewProps {
  readonly chart: ChartState;
  readonly drawings: Drawings;
  /** The sessions of the machine's latest actor and its child machines. Empty if no actor was created. */
  readonly family: readonly Session[];
}

export const MachineView = ({ chart, drawings, family }: MachineViewProps) => {
  const places = placesIn(chart);
  const placed = placedSessions(chart, family);
  const running = placed.filter(({ active }) => active.length > 0);
  /** The place that the developer last opened or closed. By default, a running child is open. */
  const [toggled, setToggled] = useState<{ readonly state: string; readonly isOpen: boolean } | null>(null);
  const child = running.find(({ within }) => within !== null && within !== toggled?.state);
  const open = toggled?.isOpen ? toggled.state : child?.within;
  const drawing = drawings[open ? openName(open) : chart.id];

  return (
    <>
      <div className={styles.bar}>
        <CurrentState running={running} />
        <fieldset className={styles.choice}>
          <legend className={styles.legend}>{machineTexts.children}</legend>
          {places.map((place) => (
            <Button
              key={place.state}
              small
              variant={place.state === open ? 'secondary' : 'quiet'}
              aria-pressed={place.state === open}
              onClick={() => setToggled({ state: place.state, isOpen: place.state !== open })}
            >
              {placeName(place, places)}
            </Button>
          ))}
        </fieldset>
      </div>
      {drawing !== undefined && (
        <ChartDrawing
          name={chart.key}
          drawing={drawing}
          highlights={highlightsOf(placed)}
          onOpen={(state) => setToggled({ state, isOpen: true })}
        />
      )}
      {family.length > 0 && (
        <div className={styles.columns}>
          <TakenEventsPanel running={running} />
          <PathPanel path={pathOf(family)} />
          <ReplayPanel sessions={placed.map(({ session }) => session)} />
        </div>
      )}
      <p className={styles.hint}>{machineTexts.intro}</p>
    </>
  );
};

const CurrentState = ({ running }: { readonly running: readonly PlacedSession[] }) => (
  <p className={styles.state}>
    {running.length === 0 && <span>{machineTexts.stopped}</span>}
    {running.map(({ session, within }) => (
      <span key={within}>
        <span>{within === null ? machineTexts.state : machineTexts.childState(session.machine)}</span>{' '}
        <strong>{valueText(session.actor.getSnapshot().value)}</strong>
      </span>
    ))}
  </p>
);

/** Returns the child's name, with its state if the chart invokes the child in several places. */
const placeName = ({ child, state }: Place, all: readonly Place[]): string =>
  all.filter((other) => other.child === child).length === 1
    ? child.key
    : machineTexts.childIn(child.key, state.slice(state.indexOf('.') + 1));
