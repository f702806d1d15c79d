import { style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const tools = style([
  sprinkles({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'xs' }),
  { minBlockSize: vars.target.control, fontVariantNumeric: 'tabular-nums' },
]);

/** Takes its room before there is a time to show, so that nothing moves when it comes. */
export const updated = style([
  sprinkles({ fontSize: 'sm', color: 'muted' }),
  { flexGrow: 1, minInlineSize: '16rem' },
]);

const line = style([
  sprinkles({ fontSize: 'sm' }),
  { flexBasis: '100%', selectors: { '&:empty': { display: 'none' } } },
]);

export const outcome = style([line, sprinkles({ color: 'muted' })]);

export const failure = style([line, { color: vars.colour.dangerText }]);

export const progress = style([
  sprinkles({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'xs', fontSize: 'sm' }),
  { flexBasis: '100%' },
]);
