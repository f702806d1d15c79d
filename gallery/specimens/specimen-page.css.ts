import { style } from '@vanilla-extract/css';
import { vars } from '#ui/theme/theme.css.ts';

export const page = style({
  display: 'grid',
  gap: vars.space.lg,
  maxInlineSize: '48rem',
  marginInline: 'auto',
  padding: vars.space.lg,
});

export const state = style({ display: 'grid', gap: vars.space.xs, justifyItems: 'start' });

export const name = style({ fontSize: vars.text.sm, color: vars.colour.textMuted });

export const shown = style({ inlineSize: '100%' });
