import { use, useEffect, useId, useRef, useState } from 'react';
import { machineTexts } from '#texts/machines.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import type { ChartState } from './chart.ts';
import { type Arrow, type Box, layoutOf, room, type } from './layout.ts';
import * as styles from './machines.css.ts';

interface ChartDrawingProps {
  readonly chart: ChartState;
  /** From the outermost to the innermost; empty while the machine isn't running. */
  readonly active: readonly ChartState[];
}

/** A chart with the current states highlighted and scrolled into view. Suspends until the layout is ready. */
export const ChartDrawing = ({ chart, active }: ChartDrawingProps) => {
  const layout = use(layoutOf(chart));
  const label = machineTexts.chart(chart.key);
  const head = useId();
  const [isWhole, setWhole] = useState(false);
  const viewport = useRef<HTMLDivElement>(null);
  const activeIds = new Set(active.map(({ id }) => id));
  const innermost = layout.boxes.find(({ id }) => id === active.at(-1)?.id);

  useEffect(() => {
    if (innermost === undefined || viewport.current === null || isWhole) return;
    const { clientWidth, clientHeight } = viewport.current;
    viewport.current.scrollTo({
      left: innermost.x + innermost.width / 2 - clientWidth / 2,
      top: innermost.y + innermost.height / 2 - clientHeight / 2,
    });
  }, [innermost, isWhole]);

  return (
    <div className={styles.stack}>
      <Button variant="quiet" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
        {machineTexts.wholeChart}
      </Button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
      <section ref={viewport} className={styles.viewport} aria-label={label} tabIndex={0}>
        <svg
          className={classNames(styles.picture, isWhole && styles.fitted)}
          width={layout.width}
          height={layout.height}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          aria-hidden="true"
        >
          <defs>
            <marker
              id={head}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerUnits="userSpaceOnUse"
              markerWidth="9"
              markerHeight="9"
              orient="auto"
            >
              <path d="M0 0 8 4 0 8z" className={styles.head} />
            </marker>
          </defs>
          {layout.boxes.map((box) => (
            <BoxDrawing key={box.id} box={box} isActive={activeIds.has(box.id)} />
          ))}
          {layout.arrows.map((arrow) => (
            <ArrowDrawing key={arrow.id} arrow={arrow} head={head} isActive={activeIds.has(arrow.source)} />
          ))}
        </svg>
      </section>
    </div>
  );
};

const lookOf = (kind: 'state' | 'group' | 'any', isActive: boolean) => {
  if (!isActive) return kind;
  return kind === 'group' ? 'activeGroup' : 'active';
};

const BoxDrawing = ({ box, isActive }: { readonly box: Box; readonly isActive: boolean }) => {
  const { x, y, width, height, kind } = box;
  if (kind === 'start')
    return <circle cx={x + width / 2} cy={y + height / 2} r={width / 2} className={styles.text} />;
  return (
    <g data-state={box.id} data-active={isActive}>
      <rect x={x} y={y} width={width} height={height} rx={8} className={styles.box[lookOf(kind, isActive)]} />
      <Lines place={box} className={isActive ? styles.activeText : styles.text} />
    </g>
  );
};

interface ArrowDrawingProps {
  readonly arrow: Arrow;
  readonly head: string;
  readonly isActive: boolean;
}

const ArrowDrawing = ({ arrow: { points, label }, head, isActive }: ArrowDrawingProps) => (
  <g>
    <polyline
      points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
      className={isActive ? styles.activeArrow : styles.arrow}
      markerEnd={`url(#${head})`}
    />
    {label !== null && <Lines place={label} className={isActive ? styles.text : styles.label} />}
  </g>
);

interface LinesProps {
  readonly place: Pick<Box, 'x' | 'y' | 'lines'>;
  readonly className: string;
}

const Lines = ({ place: { x, y, lines }, className }: LinesProps) => (
  <text className={className}>
    {lines.map((line, index) => (
      <tspan key={line} x={x + room.inline} y={y + room.block + (index + 0.75) * type.line}>
        {line}
      </tspan>
    ))}
  </text>
);
