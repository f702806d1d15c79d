import { style } from '@vanilla-extract/css';
import { rowGap } from '#ui/Field.css.ts';
import { column, muted, raised, wrapped } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

export const panel = style([column({ gap: 'md', padding: 'lg' }), raised]);

export const form = style([column(), { gap: rowGap, maxInlineSize: vars.measure.form }]);

export const pair = style({
  display: 'grid',
  gap: `${rowGap} ${vars.space.md}`,
  '@media': { [tokens.breakpoints.tablet]: { gridTemplateColumns: '1fr 1fr' } },
});

export const label = sprinkles({ fontSize: 'sm', fontWeight: 'strong' });

export const value = style({ overflowWrap: 'anywhere' });

export const note = muted();
export const actions = wrapped({ gap: 'sm' });
