import { vars } from './theme/theme.css.ts';

export const forcedColors = '(forced-colors: active)';

/** Marks a selected option in forced colors, which remove our backgrounds and shadows. */
export const chosenInForcedColors = {
  forcedColorAdjust: 'none',
  background: 'Highlight',
  color: 'HighlightText',
} as const;

/** Marks an invalid field in forced colors, which remove our border color. */
export const wrongInForcedColors = { borderStyle: 'dashed' } as const;

export const coarsePointer = '(pointer: coarse)';

/** Makes a compact control tall enough to tap. */
export const fingerHigh = { [coarsePointer]: { minBlockSize: vars.target.control } } as const;
