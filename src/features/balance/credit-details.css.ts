import { style } from '@vanilla-extract/css';
import { vars } from '#ui/theme/theme.css.ts';
import { overlayLine } from './balance.css.ts';

export const details = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space.md,
  color: vars.color.onVaultMuted,
  fontSize: vars.text.sm,
  fontVariantNumeric: 'tabular-nums lining-nums',
  ...overlayLine,
  selectors: {
    // Moves up into the empty space below the digits.
    'h2 + p + &': { position: 'relative', insetBlockEnd: vars.space.xxs },
  },
});
