import { type ReactNode, Suspense, useState } from 'react';
import { machineTexts } from '#texts/machines.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { activeStates, takenEvents } from './active-states.ts';
import type { ChartState } from './chart.ts';
import { ChartDrawing } from './chart-drawing.tsx';
import { valueText } from './chart-text.ts';
import * as styles from './machines.css.ts';
import type { LogEntry, Session } from './recorder.ts';
import { replayOf } from './replay.ts';

interface MachineViewProps {
  readonly chart: ChartState;
  /** The session of its latest actor; undefined if none was created. */
  readonly session: Session | undefined;
}

export const MachineView = ({ chart, session }: MachineViewProps) => {
  const snapshot = session?.actor.getSnapshot();
  const value: unknown = snapshot?.status === 'active' ? snapshot.value : undefined;
  const active = value === undefined ? [] : activeStates(chart, value);

  return (
    <>
      <p className={styles.monospaceText}>
        <span>{value === undefined ? machineTexts.stopped : `${machineTexts.standsIn} `}</span>
        {value !== undefined && <strong>{valueText(value)}</strong>}
      </p>
      <Suspense fallback={<Spinner label={machineTexts.drawing} />}>
        <ChartDrawing chart={chart} active={active} />
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

interface TakenEventsProps {
  readonly session: Session;
  readonly active: readonly ChartState[];
}

/** The events that the machine accepts now, with buttons to send those without other fields. */
const TakenEvents = ({ session: { machine, actor }, active }: TakenEventsProps) => {
  const events = takenEvents(machine, active);
  return (
    <Panel
      id="taken-events"
      title={machineTexts.takes}
      hint={events.length === 0 ? machineTexts.takesNothing : machineTexts.takesHint}
    >
      {events.length > 0 && (
        <ul className={styles.events}>
          {events.map(({ type, isPlain }) => (
            <li key={type}>
              {isPlain ? (
                <Button
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
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
};

/** The log's maximum length on screen. A replay contains all entries. */
const maxEntries = 100;

const SessionLog = ({ entries }: { readonly entries: readonly LogEntry[] }) => (
  <Panel
    id="session-log"
    title={machineTexts.log}
    hint={entries.length === 0 ? machineTexts.logEmpty : machineTexts.logHint}
  >
    <ol className={styles.log}>
      {entries
        .slice(-maxEntries)
        .reverse()
        .map((entry) => (
          <li key={entry.number}>
            <Entry entry={entry} />
          </li>
        ))}
    </ol>
  </Panel>
);

const Entry = ({ entry: { number, event, value } }: { readonly entry: LogEntry }) => {
  const { type, ...fields } = event;
  const summary = (
    <>
      <span>{machineTexts.logged(number, type)}</span>{' '}
      <span className={styles.arrowIcon} aria-hidden="true" />
      <VisuallyHidden>{machineTexts.ledTo}</VisuallyHidden> <span>{valueText(value)}</span>
    </>
  );
  if (Object.keys(fields).length === 0) return <p className={styles.entry}>{summary}</p>;
  return (
    <details className={styles.entry}>
      <summary>{summary}</summary>
      <Code text={JSON.stringify(fields, null, 2)} />
    </details>
  );
};

const Code = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
  <pre className={styles.code} tabIndex={0}>
    {text}
  </pre>
);

const ReplayView = ({ session }: { readonly session: Session }) => {
  const [outcome, setOutcome] = useState('');
  const copy = () => {
    setOutcome('');
    navigator.clipboard.writeText(replayOf(session)).then(
      () => setOutcome(machineTexts.copied),
      () => setOutcome(machineTexts.copyFailed),
    );
  };
  return (
    <Panel id="replay" title={machineTexts.replay} hint={machineTexts.replayHint}>
      <div className={styles.copyRow}>
        <Button variant="secondary" onClick={copy}>
          {machineTexts.copy}
        </Button>
        <span role="status">{outcome}</span>
      </div>
      <details>
        <summary>{machineTexts.replayShow}</summary>
        <Code text={replayOf(session)} />
      </details>
    </Panel>
  );
};
