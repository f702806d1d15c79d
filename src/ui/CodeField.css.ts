import { style } from '@vanilla-extract/css';
import { monospace } from './theme/monospace.css.ts';
import { vars } from './theme/theme.css.ts';

export const code = style([
  monospace,
  { fontSize: vars.text.xl, fontVariantNumeric: 'tabular-nums', letterSpacing: '0.3em' },
]);
