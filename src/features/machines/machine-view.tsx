import { Suspense, use, useMemo } from 'react';
import { machineTexts } from '#texts/machines.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { activeStates, valueText } from './active-states.ts';
import type { ChartState } from './chart.ts';
import { ChartDrawing } from './chart-drawing.tsx';
import { layoutOf } from './layout.ts';
import * as styles from './machines.css.ts';
import type { Session } from './recorder.ts';
import { ReplayView } from './replay-view.tsx';
import { SessionLog } from './session-log.tsx';
import { TakenEvents } from './taken-events-view.tsx';

interface MachineViewProps {
  readonly chart: ChartState;
  /** What its latest actor did; undefined while none was created. */
  readonly session: Session | undefined;
}

/** One machine: its chart with the current states lit, what it takes, what it did, and that as a test. */
export const MachineView = ({ chart, session }: MachineViewProps) => {
  const snapshot = session?.actor.getSnapshot();
  const value: unknown = snapshot?.status === 'active' ? snapshot.value : undefined;
  const active = useMemo(() => (value === undefined ? [] : activeStates(chart, value)), [chart, value]);

  return (
    <>
      <p className={styles.standing}>
        {value === undefined ? machineTexts.stopped : `${machineTexts.standsIn} `}
        {value !== undefined && <strong>{valueText(value)}</strong>}
      </p>
      <Suspense fallback={<Spinner label={machineTexts.drawing} />}>
        <Drawing chart={chart} active={active} />
      </Suspense>
      {session !== undefined && (
        <div className={styles.columns}>
          {value !== undefined && <TakenEvents session={session} active={active} />}
          <SessionLog entries={session.entries} />
          <ReplayView session={session} />
        </div>
      )}
    </>
  );
};

interface DrawingProps {
  readonly chart: ChartState;
  readonly active: readonly ChartState[];
}

const Drawing = ({ chart, active }: DrawingProps) => {
  const layout = use(layoutOf(chart));
  const ids = useMemo(() => new Set(active.map(({ id }) => id)), [active]);
  return <ChartDrawing machine={chart.key} layout={layout} active={ids} />;
};
