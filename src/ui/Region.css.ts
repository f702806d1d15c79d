import { style } from '@vanilla-extract/css';
import { column } from '#ui/theme/recipes.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const region = style([column({ gap: 'md' }), { minInlineSize: 0 }]);

export const heading = style({ scrollMarginBlockStart: vars.space.lg });
