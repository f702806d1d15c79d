import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import chevronRight from 'lucide-static/icons/chevron-right.svg?raw';
import { iconRule } from '#ui/icon.ts';
import { fingerHigh } from '#ui/media.ts';
import { monospace } from '#ui/theme/monospace.css.ts';
import { column, columnShares, mixed, plainList, row, square, surface, wrapped } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

const { color, radius, weight } = vars;

const signSize = '0.625rem';
const signGap = '0.5rem';

export const badge = style([
  row({ fontSize: 'sm', fontWeight: 'medium' }),
  { gap: signGap, inlineSize: 'fit-content', whiteSpace: 'nowrap' },
]);

/** Draws the sign with borders, which need no image and also show in forced colors. */
const sign = style({
  flexShrink: 0,
  boxSizing: 'border-box',
  ...square(signSize),
  border: '2px solid currentColor',
  borderRadius: radius.full,
});

/** Gives each status a different shape, so that color isn't the only cue. */
export const signs = styleVariants({
  completed: [sign, { borderWidth: '0.3125rem', color: color.successText }],
  pending: [sign, { color: color.warningText }],
  failed: [
    sign,
    {
      borderWidth: '0.3125rem',
      borderRadius: '1px',
      color: color.dangerText,
      transform: 'rotate(45deg) scale(0.85)',
    },
  ],
  refunded: [
    sign,
    { background: 'linear-gradient(to right, currentColor 50%, transparent 50%)', color: color.infoText },
  ],
});

/** Aligns with the status text, not with the sign before it. */
export const partMark = style([
  sprinkles({ fontSize: 'xs', color: 'muted' }),
  { marginInlineStart: `calc(${signSize} + ${signGap})` },
]);

const linkButton = {
  minBlockSize: vars.target.small,
  padding: 0,
  border: 'none',
  borderRadius: radius.sm,
  background: 'transparent',
  color: color.accent,
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
  cursor: 'pointer',
  '@media': fingerHigh,
};

export const noteOfRows = sprinkles({ fontSize: 'sm', color: 'muted', paddingBlock: 'xs' });

export const check = style({ ...linkButton, fontWeight: weight.strong });

export const open = style([
  monospace,
  {
    ...linkButton,
    fontSize: vars.text.xs,
    textDecorationThickness: '1px',
    ...mixed({ textDecorationColor: 'color-mix(in srgb, currentColor 40%, transparent)' }),
  },
]);

export const table = columnShares(['20%', '14%', '11%', '10%', '11%', '18%', '16%']);

// Seven columns need the room in a narrow window.
globalStyle(`${table} :is(th, td)`, {
  '@media': { [`not all and ${tokens.breakpoints.desktop}`]: { paddingInline: vars.space.xs } },
});

export const rowName = style({ fontWeight: weight.medium, overflowWrap: 'anywhere' });
export const date = style({ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' });
export const time = style([date, sprinkles({ color: 'muted' })]);

export const cards = style([column({ gap: 'sm' }), plainList]);

export const card = style([column({ gap: 'sm', padding: 'md' }), { ...surface, cursor: 'pointer' }]);

export const head = wrapped({ alignItems: 'start', justifyContent: 'space-between', gap: 'sm' });

export const cardStatus = style({ display: 'flex', flexDirection: 'column', alignItems: 'end' });

export const cardName = style({ minInlineSize: 0, fontSize: vars.text.md, overflowWrap: 'anywhere' });

export const cardFacts = style([
  sprinkles({ display: 'grid', gap: 'xs' }),
  {
    // Three columns, or fewer with a large font.
    gridTemplateColumns: 'repeat(auto-fit, minmax(max(4.5rem, 26%), 1fr))',
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
  },
]);

export const whole = style({ gridColumn: '1 / -1' });

export const cardTerm = sprinkles({ fontSize: 'xs', color: 'muted' });

export const cardId = wrapped({ alignItems: 'center', gap: 'xs', fontSize: 'sm', color: 'muted' });

export const cardOpens = style({
  display: 'inline-flex',
  alignItems: 'center',
  marginInlineStart: 'auto',
  color: color.accent,
  fontWeight: weight.medium,
  selectors: { '&::after': { ...iconRule(chevronRight), content: '""' } },
});
