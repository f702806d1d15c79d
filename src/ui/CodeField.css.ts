import { style } from '@vanilla-extract/css';
import { vars } from './theme/theme.css.ts';

export const code = style({
  fontFamily: vars.font.mono,
  fontSize: vars.text.xl,
  fontVariantNumeric: 'tabular-nums',
  letterSpacing: '0.3em',
});
