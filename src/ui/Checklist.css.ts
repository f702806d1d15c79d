import { style } from '@vanilla-extract/css';
import circle from 'lucide-static/icons/circle.svg?raw';
import check from 'lucide-static/icons/circle-check.svg?raw';
import { iconStyle } from './icon.ts';
import { column, row } from './theme/recipes.ts';
import { sprinkles } from './theme/sprinkles.css.ts';
import { vars } from './theme/theme.css.ts';
import { tokens } from './theme/tokens.ts';

export const box = style([
  column({ gap: 'xs', padding: 'sm', fontSize: 'sm' }),
  { background: vars.color.sunken, borderRadius: vars.radius.md },
]);

export const title = sprinkles({ fontSize: 'sm', fontWeight: 'strong' });

export const list = style({
  display: 'grid',
  gap: `${vars.space.xxs} ${vars.space.md}`,
  '@media': { [tokens.breakpoints.tablet]: { gridTemplateColumns: 'auto auto', justifyContent: 'start' } },
});

export const item = row({ gap: 'xs', color: 'muted' });

export const done = style([item, { color: vars.color.successText, fontWeight: vars.weight.medium }]);

export const openIcon = iconStyle(circle);

export const doneIcon = iconStyle(check);
