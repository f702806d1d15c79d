import { style } from '@vanilla-extract/css';
import { tokens } from './theme/tokens.ts';

export const visuallyHiddenRule = {
  position: 'absolute',
  inlineSize: '1px',
  blockSize: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

export const visuallyHidden = style(visuallyHiddenRule);

/** A button label that narrow screens replace with the icon. Screen readers still announce it. */
export const narrowLabel = style({
  '@media': { [`not all and ${tokens.breakpoints.tablet}`]: visuallyHiddenRule },
});
