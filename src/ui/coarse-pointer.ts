import { vars } from './theme/theme.css.ts';

/** The main pointer is a finger. */
export const coarsePointer = '(pointer: coarse)';

/** Makes a compact control high enough for a finger. */
export const fingerHigh = { [coarsePointer]: { minBlockSize: vars.target.control } } as const;
