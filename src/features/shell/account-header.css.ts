import { globalStyle, style } from '@vanilla-extract/css';
import { link as inlineLink } from '#ui/link.css.ts';
import { fingerHigh } from '#ui/media.ts';
import { column, row, wrapped } from '#ui/theme/recipes.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { visuallyHiddenRule } from '#ui/VisuallyHidden.css.ts';

const { color, space } = vars;

/** Width and padding of a customer's pages. */
export const page = style({
  maxInlineSize: vars.measure.page,
  marginInline: 'auto',
  paddingInline: `clamp(${space.md}, 4vw, ${space.xl})`,
});

export const header = style([page, { paddingBlockStart: space.sm }]);

/** Puts the brand, the theme and Sign Out on one line, and the links on the next. */
export const nav = style([wrapped({ alignItems: 'center' }), { gap: `${space.xxs} ${space.xs}` }]);

export const brand = style([
  row({ gap: 'xs', fontSize: 'lg', fontWeight: 'strong' }),
  { flexGrow: 1, minBlockSize: vars.target.medium, letterSpacing: vars.tracking.heading },
]);

globalStyle(`${brand} > svg`, { color: color.brass });

/** Hides the name in a 320 px wide window, to leave room for the other controls on its line. */
export const name = style({ '@media': { '(max-width: 22rem)': visuallyHiddenRule } });

export const links = style([
  wrapped(),
  {
    flexBasis: '100%',
    columnGap: `clamp(${space.sm}, 4vw, ${space.lg})`,
    borderBlockEnd: `1px solid ${color.line}`,
  },
]);

export const link = style([
  row({ fontSize: 'sm', color: 'muted' }),
  {
    minBlockSize: vars.target.medium,
    marginBlockEnd: '-1px',
    paddingBlock: '2px',
    fontWeight: vars.weight.medium,
    textDecoration: 'none',
    selectors: {
      '&:hover': { color: color.text },
      '&[aria-current]': {
        paddingBlockEnd: 0,
        borderBlockEnd: `2px solid ${color.accent}`,
        color: color.text,
      },
    },
    '@media': fingerHigh,
  },
]);

/** Fits into the heading's margins, because the prerendered page doesn't have this link. */
export const back = style([
  inlineLink,
  row({ fontSize: 'sm' }),
  {
    position: 'relative',
    inlineSize: 'fit-content',
    minBlockSize: space.lg,
    marginBlock: `${space.xxs} calc(-1 * (${space.xxs} + ${space.lg}))`,
    overflowWrap: 'anywhere',
    selectors: { '&::after': { content: '""', position: 'absolute', inset: `0 0 calc(-1 * ${space.md})` } },
  },
]);

globalStyle(`${back} + h1`, { transform: `translateY(${space.xs})` });

export const heading = style({ marginBlock: space.lg, overflowWrap: 'anywhere' });

export const main = style([page, column({ gap: 'xxl' }), { paddingBlockEnd: vars.space.xl }]);
