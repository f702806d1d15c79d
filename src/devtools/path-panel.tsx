import { machineTexts } from '#texts/machines.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { transitionText, valueText } from './chart-text.ts';
import * as styles from './machines.css.ts';
import { Code, Panel } from './panel.tsx';
import type { PathStep } from './recorder.ts';

/** The path's maximum length on screen. The copied test contains all steps. */
const maxSteps = 100;

/** The steps of a machine and its child machines so far, newest first. */
export const PathPanel = ({ path }: { readonly path: readonly PathStep[] }) => (
  <Panel
    id="path"
    title={machineTexts.path}
    hint={path.length === 0 ? machineTexts.pathEmpty : machineTexts.pathHint}
  >
    <ol className={styles.log}>
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
