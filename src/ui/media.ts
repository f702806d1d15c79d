import { vars } from './theme/theme.css.ts';

/** The browser paints in the few colors that its user has chosen. */
export const forcedColors = '(forced-colors: active)';

/** What is chosen, where all backgrounds and shadows of ours are gone. */
export const chosenInForcedColors = {
  forcedColorAdjust: 'none',
  background: 'Highlight',
  color: 'HighlightText',
} as const;

/** A field whose value is wrong, where its border has the color of all others. */
export const wrongInForcedColors = { borderStyle: 'dashed' } as const;

/** The main pointer is a finger. */
export const coarsePointer = '(pointer: coarse)';

/** Makes a compact control high enough for a finger. */
export const fingerHigh = { [coarsePointer]: { minBlockSize: vars.target.control } } as const;
