import { globalStyle, style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const table = style({
  inlineSize: '100%',
  // Every page has the same columns, whatever stands in them.
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  background: vars.colour.surface,
  border: `1px solid ${vars.colour.line}`,
  fontSize: vars.text.sm,
});

globalStyle(`${table} :is(th, td)`, {
  paddingBlock: vars.space.sm,
  paddingInline: vars.space.md,
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  textAlign: 'start',
});

/** The share of each column, in the order of the columns. */
const shares = ['19%', '14%', '10%', '10%', '11%', '20%', '16%'];

shares.forEach((share, place) => {
  globalStyle(`${table} th:nth-child(${place + 1})`, { inlineSize: share });
});

globalStyle(`${table} th`, { color: vars.colour.textMuted, fontWeight: vars.weight.strong });

/** A row with details. */
export const opens = style({
  cursor: 'pointer',
  selectors: { '&:hover': { background: vars.colour.sunken } },
});

export const number = style({
  overflowWrap: 'anywhere',
  fontVariantNumeric: 'tabular-nums',
  selectors: { [`${table} &`]: { textAlign: 'end' } },
});

export const name = style({ overflowWrap: 'anywhere' });

export const date = style({ whiteSpace: 'nowrap' });

export const time = style([date, sprinkles({ color: 'muted' })]);
