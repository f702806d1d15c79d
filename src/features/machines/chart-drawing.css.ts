import { style, styleVariants } from '@vanilla-extract/css';
import { monospace } from '#ui/theme/monospace.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

const { colour } = vars;

export const window = style({
  alignSelf: 'stretch',
  padding: vars.space.md,
  overflow: 'auto',
  maxBlockSize: '70vh',
  border: `1px solid ${colour.line}`,
  borderRadius: vars.radius.lg,
  background: colour.surface,
});

export const frame = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'start',
  gap: vars.space.xs,
});

export const fitted = style({ inlineSize: '100%', blockSize: 'auto' });

export const picture = style([monospace, { fontSize: '12px' }]);

const outline = style({ strokeWidth: 1.25 });

export const box = styleVariants({
  state: [outline, { fill: colour.surface, stroke: colour.controlLine }],
  group: [outline, { fill: colour.sunken, fillOpacity: 0.5, stroke: colour.line }],
  any: [outline, { fill: 'none', stroke: colour.controlLine, strokeDasharray: '4 3' }],
  activeGroup: [
    outline,
    { fill: colour.successSurface, fillOpacity: 0.35, stroke: colour.accent, strokeWidth: 2 },
  ],
  active: [outline, { fill: colour.successSurface, stroke: colour.accent, strokeWidth: 2.5 }],
});

export const start = style({ fill: colour.text });

export const text = style({ fill: colour.text });
export const activeText = style({ fill: colour.successText, fontWeight: vars.weight.strong });
export const label = style({ fill: colour.textMuted });

const line = style({ fill: 'none', strokeWidth: 1 });
export const arrow = style([line, { stroke: colour.controlLine }]);
export const activeArrow = style([line, { stroke: colour.accent, strokeWidth: 2 }]);
export const head = style({ fill: 'context-stroke' });
