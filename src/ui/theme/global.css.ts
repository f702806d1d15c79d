import { globalStyle } from '@vanilla-extract/css';
import './font.css.ts';
import { vars } from './theme.css.ts';

globalStyle('*, *::before, *::after', { boxSizing: 'border-box' });

globalStyle('*', { margin: 0 });

globalStyle('html', {
  scrollbarGutter: 'stable',
  textSizeAdjust: '100%',
});

// The backdrop ends where the scrollbar begins: the root shades what is left.
globalStyle('html[data-modal]', {
  overflow: 'hidden',
  background: vars.colour.canvasShaded,
});

globalStyle('body', {
  minHeight: '100dvh',
  background: vars.colour.canvas,
  color: vars.colour.text,
  fontFamily: vars.font.body,
  fontSize: vars.text.md,
  lineHeight: vars.leading.normal,
  overflowWrap: 'break-word',
  WebkitFontSmoothing: 'antialiased',
  // Else some systems fit letters to whole pixels, and lines break elsewhere.
  textRendering: 'geometricPrecision',
});

// A page that was rendered at the build: not whole yet, or not right for this visitor.
globalStyle(':root[data-covered] body', { visibility: 'hidden' });

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

// A browser sets these in the system's own font.
globalStyle('code, pre', { fontFamily: 'inherit' });

globalStyle('ul[role="list"], ol[role="list"]', { listStyle: 'none', padding: 0 });

globalStyle('svg', { display: 'block', flexShrink: 0 });

globalStyle(':focus-visible', {
  outline: `2px solid ${vars.colour.focus}`,
  outlineOffset: '2px',
});

// What is focused only so that a screen reader goes there is no control, and shows no ring.
globalStyle('[tabindex="-1"]:focus-visible', { outline: 'none' });

// What changes is faded over quickly, and can be used meanwhile.
globalStyle('::view-transition', { pointerEvents: 'none' });
globalStyle('::view-transition-group(root), ::view-transition-old(root), ::view-transition-new(root)', {
  animationDuration: '160ms',
});
