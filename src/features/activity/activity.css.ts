import { globalStyle, style } from '@vanilla-extract/css';
import { columnShares, plainList, raised, row } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

const { color, space } = vars;

export const lead = sprinkles({ color: 'muted' });

export const filter = row({ gap: 'xs' });

export const box = style({ position: 'relative' });

export const select = style({ appearance: 'none', paddingInlineEnd: space.xl, cursor: 'pointer' });

export const arrow = style({
  position: 'absolute',
  insetInlineEnd: space.sm,
  insetBlockStart: 'calc(50% - 0.625em)',
  transform: 'rotate(90deg)',
  color: color.textMuted,
  pointerEvents: 'none',
});

export const table = columnShares(['26%', '42%', '16%', '16%']);

const date = style({ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' });
export const time = style([date, sprinkles({ color: 'muted' })]);
/** Keeps the times of a group below one another. */
export const day = style([date, { display: 'inline-block', minInlineSize: '6.5em' }]);

/** A row below another one of its day. */
export const sameDay = style({});
globalStyle(`tr${sameDay} > td`, { borderBlockStart: 'none' });

export const what = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' });
export const kind = sprinkles({ fontSize: 'xs', color: 'muted' });

export const gain = style({ color: color.successText, fontWeight: vars.weight.medium });

export const entries = style({ ...plainList, ...raised, overflow: 'hidden', ':empty': { display: 'none' } });

export const entry = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) fit-content(50%)',
  gap: `${space.xxs} ${space.md}`,
  padding: `${space.sm} ${space.md}`,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
});

export const entryDay = style([
  sprinkles({ fontSize: 'xs', fontWeight: 'medium', paddingBlock: 'xxs', paddingInline: 'md' }),
  {
    gridColumn: '1 / -1',
    margin: `calc(-1 * ${space.sm}) calc(-1 * ${space.md}) ${space.xs}`,
    background: color.sunken,
    color: color.textMuted,
  },
]);

export const entryCredits = style({ fontWeight: vars.weight.medium, textAlign: 'end' });

export const entryFact = sprinkles({ fontSize: 'sm', color: 'muted' });

export const entryBalance = style([entryFact, { textAlign: 'end' }]);
