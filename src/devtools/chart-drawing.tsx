import { use, useEffect, useId, useRef } from 'react';
import { machineTexts } from '#texts/machines.ts';
import type { ChartState } from './chart.ts';
import { type FreeSpace, fittingLayoutOf, scaleIn, smallestScale } from './fitting-layout.ts';
import type { Highlights } from './highlights.ts';
import { type Arrow, type Box, initialSign, room, type } from './layout.ts';
import * as styles from './machines.css.ts';

interface ChartDrawingProps {
  readonly chart: ChartState;
  /** The full ids of the states whose child charts are drawn. */
  readonly open: readonly string[];
  readonly space: FreeSpace;
  readonly highlights: Highlights;
  /** Called with the full id of a state whose child chart is closed. */
  readonly onOpen: (state: string) => void;
}

/** A chart that fits the space, with the path taken so far. Suspends until the layout is ready. */
export const ChartDrawing = ({ chart, open, space, highlights, onOpen }: ChartDrawingProps) => {
  const layout = use(fittingLayoutOf(chart, open, space));
  const label = machineTexts.chart(chart.key);
  const head = useId();
  const viewport = useRef<HTMLDivElement>(null);
  const scale = Math.max(scaleIn(space, layout), smallestScale);
  const innermost = layout.boxes.filter((box) => highlights.isActive(box)).at(-1);

  // Only a small screen scrolls.
  useEffect(() => {
    if (innermost === undefined || viewport.current === null) return;
    const { clientWidth, clientHeight } = viewport.current;
    viewport.current.scrollTo({
      left: (innermost.x + innermost.width / 2) * scale - clientWidth / 2,
      top: (innermost.y + innermost.height / 2) * scale - clientHeight / 2,
    });
  }, [innermost, scale]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
    <section ref={viewport} className={styles.viewport} aria-label={label} tabIndex={0}>
      <svg
        className={styles.picture}
        width={layout.width * scale}
        height={layout.height * scale}
        viewBox={`-1 -1 ${layout.width + 2} ${layout.height + 2}`}
        aria-hidden="true"
      >
        <defs>
          <marker
            id={head}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerUnits="userSpaceOnUse"
            markerWidth="8"
            markerHeight="8"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8z" className={styles.head} />
          </marker>
        </defs>
        {layout.boxes.map((box) => (
          <BoxDrawing key={`${box.within} ${box.id}`} box={box} highlights={highlights} onOpen={onOpen} />
        ))}
        {layout.arrows.map((arrow) => (
          <polyline
            key={arrow.id}
            points={arrow.points.map(({ x, y }) => `${x},${y}`).join(' ')}
            className={styles.arrow[arrowLook(arrow, highlights)]}
            markerEnd={`url(#${head})`}
          />
        ))}
      </svg>
    </section>
  );
};

const arrowLook = (arrow: Arrow, highlights: Highlights): keyof typeof styles.arrow => {
  if (highlights.isLatest(arrow)) return 'latest';
  return highlights.isTaken(arrow) ? 'taken' : 'free';
};

interface BoxDrawingProps extends Pick<ChartDrawingProps, 'highlights' | 'onOpen'> {
  readonly box: Box;
}

const BoxDrawing = ({ box, highlights, onOpen }: BoxDrawingProps) => {
  const { id, within, kind, x, y, width, height, lines, isInitial } = box;
  const isActive = highlights.isActive(box);
  const holds = kind === 'group' || kind === 'region' || kind === 'machine';
  const look = isActive ? (holds ? 'activeGroup' : 'active') : kind;
  const left = x + room.inline;
  const top = y + room.block;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons above the drawing do the same
    <g
      data-state={id}
      data-active={isActive}
      className={kind === 'closed' ? styles.opens : undefined}
      onClick={kind === 'closed' && within !== null ? () => onOpen(within) : undefined}
    >
      <rect x={x} y={y} width={width} height={height} rx={5} className={styles.box[look]} />
      {!isActive && highlights.isVisited(box) && (
        <rect x={x} y={y} width={width} height={height} rx={5} className={styles.visited} />
      )}
      {isInitial && <circle cx={left + 3} cy={top + type.line / 2} r={3} className={styles.text} />}
      <text className={isActive ? styles.activeText : styles.text}>
        {lines.map((line, index) => {
          const bottom = top + (index + 0.75) * type.line;
          return (
            <tspan
              key={bottom}
              x={left + (isInitial && index === 0 ? initialSign : 0)}
              y={bottom}
              className={index === 0 ? styles.name : undefined}
            >
              {line}
            </tspan>
          );
        })}
      </text>
    </g>
  );
};
