import { style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const region = style([
  sprinkles({ display: 'flex', flexDirection: 'column', gap: 'md' }),
  { minInlineSize: 0 },
]);

export const heading = style({ scrollMarginBlockStart: vars.space.lg });
