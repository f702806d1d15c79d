import { style } from '@vanilla-extract/css';
import { tokens } from './theme/tokens.ts';
import { visuallyHiddenRule } from './VisuallyHidden.css.ts';

/** The name of a button that is known by its icon where there is little room; it keeps it for whoever listens. */
export const narrowLabel = style({
  '@media': { [`not all and ${tokens.breakpoints.tablet}`]: visuallyHiddenRule },
});
