import { style } from '@vanilla-extract/css';
import { sprinkles } from './theme/sprinkles.css.ts';
import { vars } from './theme/theme.css.ts';

export const spinner = sprinkles({ display: 'flex', alignItems: 'center', gap: 'sm', color: 'muted' });

export const coin = style({ color: vars.colour.brass });
