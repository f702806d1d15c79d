import { useEffect, useId, useRef } from 'react';
import { machineTexts } from '#texts/machines.ts';
import { type Arrow, type Box, type Drawing, textPlaces } from './drawing.ts';
import type { Highlights } from './highlights.ts';
import * as styles from './machines.css.ts';

interface ChartDrawingProps {
  readonly name: string;
  readonly drawing: Drawing;
  readonly highlights: Highlights;
  /** Called with the full id of the state whose child chart should open. */
  readonly onOpen: (state: string) => void;
}

/** Renders a drawing and highlights the path taken so far. */
export const ChartDrawing = ({ name, drawing, highlights, onOpen }: ChartDrawingProps) => {
  const { width, height, scale, boxes, arrows } = drawing;
  const head = useId();
  const viewport = useRef<HTMLDivElement>(null);
  const innermost = boxes.filter((box) => highlights.isActive(box)).at(-1);

  // On small screens, scroll the innermost active state into view.
  useEffect(() => {
    if (innermost === undefined || viewport.current === null) return;
    const { clientWidth, clientHeight } = viewport.current;
    viewport.current.scrollTo({
      left: (innermost.x + innermost.width / 2) * scale - clientWidth / 2,
      top: (innermost.y + innermost.height / 2) * scale - clientHeight / 2,
    });
  }, [innermost, scale]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <section ref={viewport} className={styles.viewport} aria-label={machineTexts.chart(name)} tabIndex={0}>
      <svg
        className={styles.picture}
        width={width * scale}
        height={height * scale}
        viewBox={`-1 -1 ${width + 2} ${height + 2}`}
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
        {boxes.map((box) => (
          <BoxDrawing key={`${box.within} ${box.id}`} box={box} highlights={highlights} onOpen={onOpen} />
        ))}
        {arrows.map((arrow) => (
          <polyline
            key={arrow.points}
            points={arrow.points}
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

type BoxDrawingProps = Pick<ChartDrawingProps, 'highlights' | 'onOpen'> & { readonly box: Box };

const BoxDrawing = ({ box, highlights, onOpen }: BoxDrawingProps) => {
  const { id, within, kind, x, y, width, height } = box;
  const { dot, lines } = textPlaces(box);
  const isActive = highlights.isActive(box);
  const text = isActive ? styles.activeText : styles.text;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons above the drawing do the same
    <g
      data-state={id}
      data-active={isActive}
      className={kind === 'closed' ? styles.opens : undefined}
      onClick={kind === 'closed' && within !== null ? () => onOpen(within) : undefined}
    >
      <rect x={x} y={y} width={width} height={height} rx={5} className={boxStyle(box, highlights)} />
      {dot && <circle cx={dot.x} cy={dot.y} r={3} className={styles.text} />}
      {lines.map((line, index) => (
        <text key={line.y} x={line.x} y={line.y} className={index === 0 ? `${text} ${styles.name}` : text}>
          {line.text}
        </text>
      ))}
    </g>
  );
};

const boxStyle = (box: Box, { isActive, isVisited }: Highlights): string => {
  if (!isActive(box))
    return isVisited(box) ? `${styles.box[box.kind]} ${styles.visited}` : styles.box[box.kind];
  const isInnermost = box.kind === 'state' || box.kind === 'final' || box.kind === 'closed';
  return isInnermost ? styles.box.active : styles.box.activeGroup;
};
