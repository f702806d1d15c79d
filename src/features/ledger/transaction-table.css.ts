import { globalStyle, style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const table = style({
  inlineSize: '100%',
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

globalStyle(`${table} th`, { color: vars.colour.textMuted, fontWeight: vars.weight.strong });

/** A row with details. */
export const opens = style({
  cursor: 'pointer',
  selectors: { '&:hover': { background: vars.colour.sunken } },
});

export const number = style({
  fontVariantNumeric: 'tabular-nums',
  selectors: { [`${table} &`]: { textAlign: 'end' } },
});

export const name = style({ overflowWrap: 'anywhere' });

export const time = style([sprinkles({ color: 'muted' }), { whiteSpace: 'nowrap' }]);
