import { style } from '@vanilla-extract/css';
import { vars } from './theme/theme.css.ts';

export const box = style({ position: 'relative' });

export const input = style({ paddingInlineEnd: '4.5rem' });

export const toggle = style({
  position: 'absolute',
  insetBlock: '0.375rem',
  insetInlineEnd: '0.375rem',
  minInlineSize: '3.5rem',
  paddingInline: vars.space.xs,
  border: 'none',
  borderRadius: vars.radius.sm,
  background: 'transparent',
  color: vars.colour.accent,
  fontSize: vars.text.sm,
  fontWeight: vars.weight.strong,
  cursor: 'pointer',
  selectors: { '&:hover': { background: vars.colour.sunken } },
});
