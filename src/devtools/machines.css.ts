import { style, styleVariants } from '@vanilla-extract/css';
import arrowRight from 'lucide-static/icons/arrow-right.svg?raw';
import { iconStyle } from '#ui/icon.ts';
import { monospace } from '#ui/theme/monospace.css.ts';
import { column, square, wrapped } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

const { color } = vars;

export const page = column({ gap: 'xs', paddingBlock: 'xs', paddingInline: 'sm' });

export const bar = wrapped({ alignItems: 'center', gap: 'md' });

export const title = sprinkles({ fontSize: 'lg' });

export const hint = sprinkles({ color: 'muted', fontSize: 'sm' });

export const choice = style([
  wrapped({ alignItems: 'center', gap: 'xs' }),
  { padding: 0, border: 'none', minInlineSize: 0 },
]);

/** Floats to stay on the same line as the buttons. */
export const legend = style([hint, { float: 'left', padding: 0, marginInlineEnd: vars.space.xs }]);

export const monospaceText = style([monospace, { fontSize: vars.text.sm }]);

export const state = style([
  monospaceText,
  wrapped({ gap: 'md' }),
  { flexGrow: 1, overflowWrap: 'anywhere' },
]);

export const columns = style({
  display: 'grid',
  gap: vars.space.lg,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': {
    [tokens.breakpoints.desktop]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.5fr) minmax(0, 1.5fr)' },
  },
});

export const panel = style([column({ gap: 'sm' }), { minInlineSize: 0 }]);

export const list = style([column({ gap: 'xs' }), { listStyle: 'none', padding: 0 }]);

export const outcomes = style([monospaceText, { marginInlineStart: vars.space.xs, color: color.textMuted }]);

export const entry = style([monospaceText, { overflowWrap: 'anywhere' }]);

export const arrowIcon = iconStyle(arrowRight, { ...square('1em'), verticalAlign: '-0.125em' });

export const copyRow = wrapped({ alignItems: 'center', gap: 'sm' });

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
  overflow: 'auto',
  maxBlockSize: '100vh',
});

export const picture = style([monospace, { display: 'block', marginInline: 'auto', fontSize: '10px' }]);

const outline = style({ strokeWidth: 1 });
const group = style([outline, { fill: color.sunken, fillOpacity: 0.5, stroke: color.line }]);

export const box = styleVariants({
  state: [outline, { fill: color.surface, stroke: color.controlLine }],
  final: [outline, { fill: color.surface, stroke: color.controlLine, strokeWidth: 2.5 }],
  group: [group],
  machine: [group, { stroke: color.controlLine }],
  region: [group, { stroke: color.controlLine, strokeDasharray: '4 3' }],
  closed: [outline, { fill: color.infoSurface, stroke: color.infoText, strokeWidth: 1.5 }],
  activeGroup: [
    outline,
    { fill: color.successSurface, fillOpacity: 0.35, stroke: color.accent, strokeWidth: 2 },
  ],
  active: [outline, { fill: color.successSurface, stroke: color.accent, strokeWidth: 2.5 }],
});

export const visited = style({ stroke: color.accent, strokeDasharray: '2 2' });

export const opens = style({ cursor: 'pointer' });

export const text = style({ fill: color.text, whiteSpace: 'pre' });
export const activeText = style([text, { fill: color.successText }]);
export const name = style({ fontWeight: vars.weight.strong });

const line = style({ fill: 'none', strokeWidth: 1 });
export const arrow = styleVariants({
  free: [line, { stroke: color.controlLine }],
  taken: [line, { stroke: color.accent, strokeWidth: 1.5 }],
  latest: [line, { stroke: color.accent, strokeWidth: 3 }],
});
export const head = style({ fill: 'context-stroke' });
