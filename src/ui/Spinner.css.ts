import { style } from '@vanilla-extract/css';
import { vars } from './theme/theme.css.ts';

export const spinner = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.sm,
  color: vars.colour.textMuted,
});

export const coin = style({ color: vars.colour.brass });
