import { style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

export const figures = style([
  sprinkles({ display: 'grid', gap: 'sm' }),
  {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '@media': { [tokens.breakpoints.desktop]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
  },
]);

export const figure = style([
  sprinkles({ padding: 'md' }),
  {
    background: vars.colour.surface,
    border: `1px solid ${vars.colour.line}`,
    borderRadius: vars.radius.md,
  },
]);

export const label = sprinkles({ fontSize: 'sm', color: 'muted' });

export const value = style([
  sprinkles({ fontSize: 'xl', fontWeight: 'strong' }),
  { minBlockSize: '2.1rem', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
]);
