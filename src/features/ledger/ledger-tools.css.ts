import { style } from '@vanilla-extract/css';
import download from 'lucide-static/icons/download.svg?raw';
import refreshCw from 'lucide-static/icons/refresh-cw.svg?raw';
import { iconStyle } from '#ui/icon.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

export const tools = style([
  sprinkles({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'xxs' }),
  { flexGrow: 1, minBlockSize: vars.target.control, fontVariantNumeric: 'tabular-nums' },
]);

/** Takes its room before there is a time to show, so that nothing moves when it comes. */
export const updated = style([
  sprinkles({ fontSize: 'sm', color: 'muted' }),
  {
    flexGrow: 1,
    minInlineSize: '16.5rem',
    marginInlineEnd: vars.space.xs,
    textAlign: 'end',
    '@media': { [`not all and ${tokens.breakpoints.desktop}`]: { textAlign: 'start' } },
  },
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

export const refreshIcon = iconStyle(refreshCw);

export const downloadIcon = iconStyle(download);
