import { style, styleVariants } from '@vanilla-extract/css';
import arrowRight from 'lucide-static/icons/arrow-right.svg?raw';
import { iconStyle } from '#ui/icon.ts';
import { monospace } from '#ui/theme/monospace.css.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

const { color } = vars;

const column = sprinkles({ display: 'flex', flexDirection: 'column' });

export const page = style([column, sprinkles({ gap: 'lg', paddingBlock: 'lg', paddingInline: 'md' })]);

export const stack = style([column, sprinkles({ alignItems: 'start', gap: 'xs' })]);

export const hint = sprinkles({ color: 'muted', fontSize: 'sm' });

export const choice = style([
  sprinkles({ display: 'flex', flexWrap: 'wrap', gap: 'xs' }),
  { padding: 0, border: 'none', minInlineSize: 0 },
]);

export const legend = style([hint, { padding: 0, marginBlockEnd: vars.space.xs }]);

export const monospaceText = style([monospace, { fontSize: vars.text.sm }]);

export const columns = style({
  display: 'grid',
  gap: vars.space.lg,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': {
    [tokens.breakpoints.desktop]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.5fr) minmax(0, 1.5fr)' },
  },
});

export const panel = style([column, sprinkles({ gap: 'sm' }), { minInlineSize: 0 }]);

const plainList = style({ listStyle: 'none', padding: 0 });

export const events = style([plainList, stack]);

export const log = style([plainList, column, sprinkles({ gap: 'xs' })]);

export const entry = style([monospaceText, { overflowWrap: 'anywhere' }]);

export const arrowIcon = iconStyle(arrowRight, {
  inlineSize: '1em',
  blockSize: '1em',
  verticalAlign: '-0.125em',
});

export const copyRow = sprinkles({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'sm' });

export const code = style([
  monospace,
  {
    overflow: 'auto',
    maxBlockSize: '24rem',
    marginBlockStart: vars.space.xs,
    padding: vars.space.sm,
    borderRadius: vars.radius.md,
    background: color.sunken,
    fontSize: vars.text.xs,
  },
]);

export const viewport = style({
  alignSelf: 'stretch',
  padding: vars.space.md,
  overflow: 'auto',
  maxBlockSize: '70vh',
  border: `1px solid ${color.line}`,
  borderRadius: vars.radius.lg,
  background: color.surface,
});

export const fitted = style({ inlineSize: '100%', blockSize: 'auto' });

export const picture = style([monospace, { fontSize: '12px' }]);

const outline = style({ strokeWidth: 1.25 });

export const box = styleVariants({
  state: [outline, { fill: color.surface, stroke: color.controlLine }],
  group: [outline, { fill: color.sunken, fillOpacity: 0.5, stroke: color.line }],
  any: [outline, { fill: 'none', stroke: color.controlLine, strokeDasharray: '4 3' }],
  activeGroup: [
    outline,
    { fill: color.successSurface, fillOpacity: 0.35, stroke: color.accent, strokeWidth: 2 },
  ],
  active: [outline, { fill: color.successSurface, stroke: color.accent, strokeWidth: 2.5 }],
});

export const text = style({ fill: color.text });
export const activeText = style({ fill: color.successText, fontWeight: vars.weight.strong });
export const label = style({ fill: color.textMuted });

const line = style({ fill: 'none', strokeWidth: 1 });
export const arrow = style([line, { stroke: color.controlLine }]);
export const activeArrow = style([line, { stroke: color.accent, strokeWidth: 2 }]);
export const head = style({ fill: 'context-stroke' });
