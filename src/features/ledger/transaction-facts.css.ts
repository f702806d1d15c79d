import { style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

const { color, weight } = vars;

export const note = style([sprinkles({ fontSize: 'xs', color: 'muted' }), { maxInlineSize: '24rem' }]);

export const details = sprinkles({ display: 'flex', flexDirection: 'column' });

export const fact = style([
  sprinkles({
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: 'xs',
    paddingBlock: 'xs',
  }),
  { selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } } },
]);

export const term = sprinkles({ color: 'muted', fontSize: 'sm' });

export const value = style({
  minInlineSize: 0,
  fontVariantNumeric: 'tabular-nums',
  fontWeight: weight.medium,
  overflowWrap: 'anywhere',
});

export const reversals = style([
  sprinkles({ display: 'flex', flexDirection: 'column', gap: 'xs' }),
  { marginBlockStart: vars.space.md },
]);

export const reversalsTitle = style({ fontSize: vars.text.md });

export const partNote = sprinkles({ fontSize: 'sm', color: 'muted' });

export const reversalList = style({ padding: 0, listStyleType: '""' });

export const reversal = style([
  sprinkles({ display: 'flex', flexDirection: 'column', paddingBlock: 'xs' }),
  { borderBlockStart: `1px solid ${color.line}` },
]);

/** The amount takes the space it needs, up to half the row. */
export const reversalHead = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) fit-content(50%)',
  columnGap: vars.space.sm,
});

export const reversalFacts = style([
  sprinkles({
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    fontSize: 'sm',
    color: 'muted',
  }),
  { columnGap: vars.space.sm, fontVariantNumeric: 'tabular-nums' },
]);
