import { globalStyle, keyframes, style } from '@vanilla-extract/css';
import { row, square } from './theme/recipes.ts';
import { vars } from './theme/theme.css.ts';

export const spinner = row({ gap: 'sm', color: 'muted' });

export const coin = style({ color: vars.color.brass });

const spin = keyframes({ to: { transform: 'rotate(360deg)' } });

/** Spinner in the text's color. Reduced motion slows it down, so that it still shows progress. */
export const ring = style({});

// The status in index.html, shown before the app loads, doesn't have this class.
globalStyle(`${ring}, #pending p::before`, {
  content: '',
  display: 'inline-block',
  flexShrink: 0,
  ...square('1.125em'),
  borderRadius: '50%',
  border: '2px solid currentColor',
  borderBlockStartColor: 'transparent',
  animation: `${spin} 700ms linear infinite`,
  '@media': { '(prefers-reduced-motion: reduce)': { animationDuration: '3s' } },
});
