import type { TakenTransition } from './chart.ts';

/** A chart's layout. `npm run machines` generates it, so that the app needs no layout engine. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** The scale at which the panel shows the drawing. */
  readonly scale: number;
  /** Outer boxes come before the boxes they contain. */
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

/**
 * Drawings by name. Each root machine has a drawing, such as `auth`, and another drawing for each child that
 * can be open, named by {@link openName}.
 */
export type Drawings = Readonly<Record<string, Drawing>>;

/** Returns the name of the drawing in which the child machine of a state, or of a whole chart, is open. */
export const openName = (state: string): string => `${state} open`;

/** A point in pixels from the drawing's upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Area extends Point {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Area {
  /** The state's full id, or a machine's name. */
  readonly id: string;
  /** The full id of the state that invokes the box's machine. Null for the root machine. */
  readonly within: string | null;
  /** `closed` is a child machine whose chart isn't drawn. */
  readonly kind: 'state' | 'final' | 'group' | 'region' | 'machine' | 'closed';
  /** Whether this is its group's initial state, which a dot marks. */
  readonly isInitial: boolean;
  /** The lines of text: the name, then invocations and transitions. */
  readonly lines: readonly string[];
}

/** Font size, character width and line height, in pixels. */
export const type = { size: 10, character: 6.05, line: 13 } as const;
/** A box's padding, in pixels. */
export const room = { block: 6, inline: 8 } as const;
/** Width reserved for an initial state's dot, in pixels. */
export const dotWidth = 10;

/** Rounds to tenths of a pixel. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Returns the positions of a box's dot and of each line of text. */
export const textPlaces = ({ x, y, isInitial, lines }: Pick<Box, 'x' | 'y' | 'isInitial' | 'lines'>) => {
  const start = rounded(x + room.inline);
  return {
    dot: isInitial ? { x: rounded(start + 3), y: rounded(y + room.block + type.line / 2) } : null,
    lines: lines.map((text, index) => ({
      text,
      x: isInitial && index === 0 ? rounded(start + dotWidth) : start,
      y: rounded(y + room.block + (index + 0.75) * type.line),
    })),
  };
};

export interface Arrow {
  readonly within: string | null;
  /** The transitions that the arrow represents, by {@link edgesOf}. States in a group share its arrows. */
  readonly edges: readonly string[];
  /** The value of the SVG attribute `points`. */
  readonly points: string;
}

/** Converts transitions to edges: the full ids of the source and a target, as `source target`. */
export const edgesOf = (transitions: readonly TakenTransition[]): string[] => [
  ...new Set(transitions.flatMap(({ source, targets }) => targets.map((target) => `${source} ${target}`))),
];
