import { style } from '@vanilla-extract/css';
import { vars } from './theme/theme.css.ts';

/** Dark on white in both themes, because some scanners can't read inverted codes. */
const [ink, paper] = ['#000', '#fff'];

export const qrCode = style({
  display: 'block',
  flexShrink: 0,
  inlineSize: '12.5rem',
  maxInlineSize: '100%',
  aspectRatio: '1',
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.sm,
  background: paper,
  fill: ink,
  shapeRendering: 'crispEdges',
  forcedColorAdjust: 'none',
});
