import type { TakenTransition } from './chart.ts';

/** A laid-out chart. `npm run machines` makes them, so that the app needs no layout engine. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** The scale at which the panel shows it. */
  readonly scale: number;
  /** Outer boxes come before the boxes they contain. */
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

/**
 * By name: each machine that no other machine invokes, as `auth`, and the same with one child machine open, by
 * {@link openName} of the state that invokes the child.
 */
export type Drawings = Readonly<Record<string, Drawing>>;

/** The name of the drawing in which the child of a state is open. A chart itself may invoke a child. */
export const openName = (state: string): string => `${state} open`;

/** In pixels, from the drawing's upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Area extends Point {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Area {
  /** The state's full id, or the name of a machine. */
  readonly id: string;
  /** The full id of the parent's state that invokes its machine; null if its machine is the whole chart. */
  readonly within: string | null;
  /** `closed` represents a child machine whose chart isn't drawn. */
  readonly kind: 'state' | 'final' | 'group' | 'region' | 'machine' | 'closed';
  /** Whether its group starts here. A dot marks it. */
  readonly isInitial: boolean;
  /** Its name, then what it runs and reacts to. */
  readonly lines: readonly string[];
}

/** The size of the text, the width of a character and the height of a line, in pixels. */
export const type = { size: 10, character: 6.05, line: 13 } as const;
/** A box's padding, in pixels. */
export const room = { block: 6, inline: 8 } as const;
/** How far the dot of an initial state moves its name, in pixels. */
export const dotWidth = 10;

/** To tenths of a pixel. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Where a box has its dot, and the start of each line. */
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
  /** What it represents, see {@link edgesOf}. A state inside a group shares the group's arrows. */
  readonly edges: readonly string[];
  /** As in the SVG attribute. */
  readonly points: string;
}

/** Transitions as the full ids of their source and a target: `source target`. */
export const edgesOf = (transitions: readonly TakenTransition[]): string[] => [
  ...new Set(transitions.flatMap(({ source, targets }) => targets.map((target) => `${source} ${target}`))),
];
