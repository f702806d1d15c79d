import { style, styleVariants } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

const { colour } = vars;

const base = style([
  sprinkles({ display: 'flex', flexDirection: 'column', gap: 'xs', padding: 'lg' }),
  {
    minBlockSize: '14.5rem',
    background: colour.surface,
    border: `1px solid ${colour.line}`,
    borderRadius: vars.radius.lg,
    boxShadow: vars.shadow.raised,
    overflowWrap: 'anywhere',
  },
]);

export const card = styleVariants(
  { silver: colour.tierSilver, bronze: colour.tierBronze, gold: colour.tierGold },
  (tier) => [base, { borderBlockStart: `4px solid ${tier}` }],
);

/** The line above the name; kept when there is nothing to say, so that the names of a row stand level. */
const line = style({ minBlockSize: '1.5rem' });

export const description = style([line, sprinkles({ fontSize: 'sm', color: 'muted' })]);

const mark = style([
  line,
  sprinkles({ display: 'flex', alignItems: 'center', fontSize: 'xs', fontWeight: 'strong' }),
  {
    alignSelf: 'start',
    paddingInline: vars.space.xs,
    borderRadius: vars.radius.full,
    letterSpacing: '0.06em',
  },
]);

export const popular = style([mark, { background: colour.accent, color: colour.onAccent }]);

export const bestValue = style([
  mark,
  { border: `1px solid ${colour.brass}`, color: colour.brassText, background: colour.warningSurface },
]);

export const credits = style([sprinkles({ fontSize: 'xl' }), { fontVariantNumeric: 'tabular-nums' }]);

export const buy = style({ marginBlockStart: 'auto' });
