import { style } from '@vanilla-extract/css';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

export const grid = style({
  padding: 0,
  // Not `none`, which would take the list's role away in Safari.
  listStyleType: '""',
  display: 'grid',
  gap: vars.space.md,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': {
    [tokens.breakpoints.tablet]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  },
});

/** Packages usually fill a second row: its room is kept, so that what stands below need not move. */
export const skeletons = style([
  grid,
  {
    alignItems: 'start',
    '@media': { [tokens.breakpoints.tablet]: { minBlockSize: `calc(29rem + ${vars.space.md})` } },
  },
]);
