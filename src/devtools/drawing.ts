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
  /** The center of the dot that marks the initial state of a group. */
  readonly dot: Point | null;
  /** Its name, then what it runs and reacts to. */
  readonly lines: readonly (Point & { readonly text: string })[];
}

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
