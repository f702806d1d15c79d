import { globalStyle, style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

/** Says only whose columns these are. */
export const table = style({});

/** The share of each column, in the order of the columns. */
const shares = ['20%', '14%', '10%', '10%', '11%', '19%', '16%'];

shares.forEach((share, place) => {
  globalStyle(`${table} th:nth-child(${place + 1})`, { inlineSize: share });
});

export const name = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' });

export const date = style({ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' });

export const time = style([date, sprinkles({ color: 'muted' })]);
