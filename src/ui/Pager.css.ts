import { style } from '@vanilla-extract/css';
import chevronLeft from 'lucide-static/icons/chevron-left.svg?raw';
import chevronRight from 'lucide-static/icons/chevron-right.svg?raw';
import { iconStyle } from './icon.ts';
import { sprinkles } from './theme/sprinkles.css.ts';

export const pager = sprinkles({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 'md',
});

export const page = style([
  sprinkles({ fontSize: 'sm', color: 'muted' }),
  { fontVariantNumeric: 'tabular-nums' },
]);

export const previousIcon = iconStyle(chevronLeft);

export const nextIcon = iconStyle(chevronRight);

export const next = style({ flexDirection: 'row-reverse' });
