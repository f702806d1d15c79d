import { style } from '@vanilla-extract/css';
import { spreadRow } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const line = spreadRow('sm');

/** Wraps long text, so that the actions stay in view. */
export const text = style({ flex: '1 1 16rem', minInlineSize: 0, overflowWrap: 'anywhere' });

export const actions = style([
  sprinkles({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'sm' }),
  { marginBlock: `calc(-1 * ${vars.space.xxs})` },
]);
