import { style } from '@vanilla-extract/css';
import logOut from 'lucide-static/icons/log-out.svg?raw';
import { iconStyle } from '#ui/icon.ts';
import { standaloneLink } from '#ui/link.css.ts';
import { spreadRow } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

export const page = style({
  maxInlineSize: vars.measure.page,
  marginInline: 'auto',
  paddingInline: `clamp(${vars.space.md}, 4vw, ${vars.space.xl})`,
});

/** The brand and the actions share a row; the heading has its own row below. */
export const header = style([
  spreadRow(),
  { gap: `${vars.space.lg} ${vars.space.sm}`, paddingBlock: vars.space.md },
]);

export const brand = style([
  sprinkles({ display: 'flex', alignItems: 'center', gap: 'xs', fontSize: 'lg', fontWeight: 'strong' }),
  { minBlockSize: vars.target.medium, letterSpacing: vars.tracking.heading },
]);

export const mark = style({ color: vars.color.brass });

/** Before the actions in reading and tab order, but below them on screen. Leaves room for a link in its row. */
export const heading = style({ order: 1, flex: '1 0 80%', minInlineSize: 0, overflowWrap: 'anywhere' });

export const main = style([
  sprinkles({ display: 'flex', flexDirection: 'column', gap: 'xxl' }),
  { paddingBlockEnd: vars.space.xl },
]);

export const actions = sprinkles({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'xs' });

export const link = style([
  standaloneLink,
  {
    marginInlineStart: 'auto',
    fontSize: vars.text.sm,
    '@media': { [`not all and ${tokens.breakpoints.tablet}`]: { order: 1 } },
  },
]);

export const signOutIcon = iconStyle(logOut);
