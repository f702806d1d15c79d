import { style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const line = style([
  sprinkles({ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }),
  { gap: `0 ${vars.space.sm}`, minInlineSize: 0, padding: 0, border: 'none' },
]);

export const heading = style([sprinkles({ fontSize: 'sm', color: 'muted' }), { padding: 0 }]);

export const text = style({ flex: 1, minInlineSize: 0, overflowWrap: 'anywhere' });

export const note = style([sprinkles({ fontSize: 'sm', color: 'muted' }), { display: 'block' }]);
