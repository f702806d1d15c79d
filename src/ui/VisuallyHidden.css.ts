import { style } from '@vanilla-extract/css';
import { tokens } from './theme/tokens.ts';

/** Takes a text out of sight and leaves it to screen readers. */
export const visuallyHiddenRule = {
  position: 'absolute',
  inlineSize: '1px',
  blockSize: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

export const visuallyHidden = style(visuallyHiddenRule);

/** The name of a button that is known by its icon where there is little room; it keeps it for whoever listens. */
export const narrowLabel = style({
  '@media': { [`not all and ${tokens.breakpoints.tablet}`]: visuallyHiddenRule },
});
