import { style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { legend } from './checkout.css.ts';

export const line = style([
  sprinkles({ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }),
  { gap: `${vars.space.xxs} ${vars.space.sm}`, minInlineSize: 0, padding: 0, border: 'none' },
]);

export const heading = legend;

export const text = style({ flex: 1, minInlineSize: 0, overflowWrap: 'anywhere' });

export const note = style([sprinkles({ fontSize: 'sm', color: 'muted' }), { display: 'block' }]);
