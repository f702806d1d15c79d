import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '#ui/theme/theme.css.ts';

export const page = style({
  display: 'grid',
  gap: vars.space.lg,
  maxInlineSize: '64rem',
  marginInline: 'auto',
  padding: vars.space.lg,
  overflowWrap: 'anywhere',
});

export const states = style({ display: 'grid', gap: vars.space.md, paddingInlineStart: vars.space.lg });

export const links = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space.sm,
  listStyle: 'none',
  padding: 0,
});

export const note = style({ color: vars.colour.textMuted, fontSize: vars.text.sm });

export const componentPage = style({
  display: 'grid',
  gap: vars.space.lg,
  maxInlineSize: '48rem',
  marginInline: 'auto',
  padding: vars.space.lg,
});

export const state = style({ display: 'grid', gap: vars.space.xs, justifyItems: 'start' });

export const name = style({ fontSize: vars.text.sm, color: vars.colour.textMuted });

export const shown = style({ inlineSize: '100%' });

// A toast goes when its bar has run out: these stay to be looked at.
globalStyle('.Toastify__progress-bar', { animationPlayState: 'paused !important' });
