import { globalStyle } from '@vanilla-extract/css';
import { iconColor, iconMask } from '../icon.ts';
import './font.css.ts';
import { vars } from './theme.css.ts';

globalStyle('*, *::before, *::after', { boxSizing: 'border-box' });

globalStyle('*', { margin: 0 });

globalStyle('html', { scrollbarGutter: 'stable', textSizeAdjust: '100%' });

// The backdrop doesn't cover the scrollbar gutter, so darken the root's background.
globalStyle('html[data-modal]', { overflow: 'hidden', background: vars.color.canvasShaded });

globalStyle('body', {
  minHeight: '100dvh',
  background: vars.color.canvas,
  color: vars.color.text,
  fontFamily: vars.font.body,
  fontSize: vars.text.md,
  lineHeight: vars.leading.normal,
  overflowWrap: 'break-word',
  WebkitFontSmoothing: 'antialiased',
  // Without this, some systems round letter widths to pixels, so lines wrap in different places.
  textRendering: 'geometricPrecision',
});

// Hides a prerendered page that is incomplete or wrong for this visitor.
globalStyle(':root[data-covered=""] body', { visibility: 'hidden' });

// Leaves icons out of the first frame, because Chromium takes about 10 ms for each.
globalStyle(':root[data-covered]', { vars: { [iconColor]: 'none', [iconMask]: 'none' } });

globalStyle('h1, h2, h3', {
  fontWeight: vars.weight.strong,
  lineHeight: vars.leading.tight,
  letterSpacing: vars.tracking.heading,
  textWrap: 'balance',
});

globalStyle('h1', { fontSize: vars.text.xxl });
globalStyle('h2', { fontSize: vars.text.xl });
globalStyle('h3', { fontSize: vars.text.lg });

globalStyle('button, input, select, textarea', {
  font: 'inherit',
  color: 'inherit',
  textRendering: 'inherit',
});

// Overrides the browser's monospace default.
globalStyle('code, pre', { fontFamily: 'inherit' });

globalStyle('ul[role="list"], ol[role="list"]', { listStyle: 'none', padding: 0 });

globalStyle('svg', { display: 'block', flexShrink: 0 });

globalStyle(':focus-visible', { outline: `2px solid ${vars.color.focus}`, outlineOffset: '2px' });

// These elements are focused only for screen readers.
globalStyle('[tabindex="-1"]:focus-visible', { outline: 'none' });

// Keeps the page clickable during a fade.
globalStyle('::view-transition', { pointerEvents: 'none' });
globalStyle('::view-transition-group(root), ::view-transition-old(root), ::view-transition-new(root)', {
  animationDuration: '160ms',
});
