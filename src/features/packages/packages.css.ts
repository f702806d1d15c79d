import { style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

const gap = vars.space.md;

/** How tall a card is at least: one that stands, one that lies along its row, and one of many. */
export const heights = { standing: '15.25rem', lying: '7.25rem', dense: '11.25rem' } as const;

/** Two that are left over share the last row evenly. */
const endsInPair = '&:has(> :nth-child(3n + 2):last-child)';

/**
 * Three in a row. The room is taken before the cards come, and what stands below never moves, however many they are: up
 * to three are as tall as the room, a fourth lies below them, and two rows of dense cards fill it as well. On a phone it
 * is the room of two, which ends below the window.
 */
export const grid = style({
  padding: 0,
  // Not `none`, which would take the list's role away in Safari.
  listStyleType: '""',
  display: 'grid',
  gap,
  gridTemplateColumns: 'minmax(0, 1fr)',
  minBlockSize: `calc(2 * ${heights.standing} + ${gap})`,
  '@media': {
    [tokens.breakpoints.tablet]: {
      gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
      minBlockSize: `calc(${heights.standing} + ${gap} + ${heights.lying})`,
      selectors: { [endsInPair]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' } },
    },
  },
});

/** Where there are more than four, all of them are dense. */
export const crowded = `${grid}:has(> :nth-child(5))`;

/** Where two cards share the last row, in six columns. */
export const paired = endsInPair.replace('&', grid);

/** The line of a button that is to come. */
export const button = style([sprinkles({ display: 'block' }), { gridArea: 'buy', alignSelf: 'end' }]);
