import { globalStyle, style } from '@vanilla-extract/css';
import { mixed, raised } from './theme/recipes.ts';
import { vars } from './theme/theme.css.ts';

const { color, space } = vars;

export const frame = style({ overflow: 'hidden', ...raised });

export const table = style({
  inlineSize: '100%',
  // Keeps the column widths when the rows change.
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: vars.text.sm,
});

globalStyle(`${table} :is(th, td)`, { paddingBlock: space.sm, paddingInline: space.md, textAlign: 'start' });

globalStyle(`${table} th`, {
  paddingBlock: '0.625rem',
  background: color.sunken,
  color: color.textMuted,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
});

globalStyle(`${table} td`, { borderBlockStart: `1px solid ${color.line}` });

export const number = style({
  overflowWrap: 'anywhere',
  fontVariantNumeric: 'tabular-nums',
  selectors: { [`${table} &`]: { textAlign: 'end' } },
});

export const opens = style({
  cursor: 'pointer',
  selectors: { '&:hover': { background: color.sunken } },
  ...mixed({
    selectors: {
      '&:hover': { background: `color-mix(in srgb, ${color.sunken} 55%, ${color.surface})` },
    },
  }),
});
