import { globalStyle, style } from '@vanilla-extract/css';
import { mixed } from './theme/recipes.ts';
import { vars } from './theme/theme.css.ts';

const { colour, space } = vars;

export const frame = style({
  overflow: 'hidden',
  background: colour.surface,
  border: `1px solid ${colour.line}`,
  borderRadius: vars.radius.lg,
  boxShadow: vars.shadow.raised,
});

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
  background: colour.sunken,
  color: colour.textMuted,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
});

globalStyle(`${table} td`, { borderBlockStart: `1px solid ${colour.line}` });

export const number = style({
  overflowWrap: 'anywhere',
  fontVariantNumeric: 'tabular-nums',
  selectors: { [`${table} &`]: { textAlign: 'end' } },
});

export const opens = style({
  cursor: 'pointer',
  selectors: { '&:hover': { background: colour.sunken } },
  ...mixed({
    selectors: {
      '&:hover': { background: `color-mix(in srgb, ${colour.sunken} 55%, ${colour.surface})` },
    },
  }),
});
