import { globalStyle, style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

const centered = style({
  display: 'grid',
  gap: vars.space.lg,
  marginInline: 'auto',
  padding: vars.space.lg,
});

export const page = style([centered, { maxInlineSize: '64rem', overflowWrap: 'anywhere' }]);

export const states = style({ display: 'grid', gap: vars.space.md, paddingInlineStart: vars.space.lg });

export const links = style([
  sprinkles({ display: 'flex', flexWrap: 'wrap', gap: 'sm' }),
  { listStyle: 'none', padding: 0 },
]);

export const note = sprinkles({ color: 'muted', fontSize: 'sm' });

export const componentPage = style([centered, { maxInlineSize: '48rem' }]);

export const state = style({ display: 'grid', gap: vars.space.xs, justifyItems: 'start' });

export const shown = style({ inlineSize: '100%' });

// Pause the progress bars of toasts, because a toast closes when its progress bar finishes.
globalStyle('.Toastify__progress-bar', { animationPlayState: 'paused !important' });
