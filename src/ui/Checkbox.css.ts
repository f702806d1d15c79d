import { globalStyle, style } from '@vanilla-extract/css';
import { sprinkles } from './theme/sprinkles.css.ts';
import { vars } from './theme/theme.css.ts';

export const label = style([
  sprinkles({ display: 'flex', alignItems: 'center', gap: 'sm' }),
  { minBlockSize: vars.target.control, paddingBlock: vars.space.xxs, overflowWrap: 'anywhere' },
]);

export const boxSize = '1.25rem';

export const box = style({
  flexShrink: 0,
  inlineSize: boxSize,
  blockSize: boxSize,
  margin: 0,
  accentColor: vars.color.accent,
  // In the dark theme, Chromium draws disabled boxes like enabled ones.
  selectors: { '&:disabled': { opacity: 0.6, cursor: 'not-allowed' } },
});

globalStyle(`${box}:disabled + span`, { color: vars.color.textMuted });

export const hint = sprinkles({ fontSize: 'sm', color: 'muted' });
