import { globalStyle, style } from '@vanilla-extract/css';
import { muted, row, square } from './theme/recipes.ts';
import { vars } from './theme/theme.css.ts';

export const label = style([
  row({ gap: 'sm' }),
  { minBlockSize: vars.target.control, paddingBlock: vars.space.xxs, overflowWrap: 'anywhere' },
]);

export const boxSize = '1.25rem';

export const box = style({
  flexShrink: 0,
  ...square(boxSize),
  margin: 0,
  accentColor: vars.color.accent,
  // In the dark theme, Chromium draws disabled boxes like enabled ones.
  selectors: { '&:disabled': { opacity: 0.6, cursor: 'not-allowed' } },
});

globalStyle(`${box}:disabled + span`, { color: vars.color.textMuted });

/** Aligned with the label's text, and close to it although the label is as high as a control. */
export const hint = style([
  muted(),
  {
    marginBlockStart: `calc(-1 * ${vars.space.xs})`,
    marginInlineStart: `calc(${boxSize} + ${vars.space.sm})`,
  },
]);
