import { style } from '@vanilla-extract/css';
import { spreadRow } from './theme/recipes.ts';
import { sprinkles } from './theme/sprinkles.css.ts';
import { vars } from './theme/theme.css.ts';

export const line = spreadRow({ gap: 'sm' });

export const smallLine = style([
  sprinkles({
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: 'xs',
    fontSize: 'sm',
  }),
  { marginBlock: `calc(${vars.space.xxs} - ${vars.space.sm})`, lineHeight: vars.leading.tight },
]);
