import { style } from '@vanilla-extract/css';
import { vars } from './theme/theme.css.ts';

export const qrCode = style({
  display: 'block',
  flexShrink: 0,
  inlineSize: '12.5rem',
  maxInlineSize: '100%',
  aspectRatio: '1',
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.sm,
  // Dark on white in both themes, because some scanners can't read inverted codes.
  background: '#fff',
  fill: '#000',
  shapeRendering: 'crispEdges',
  forcedColorAdjust: 'none',
});
