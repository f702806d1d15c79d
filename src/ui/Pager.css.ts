import { style } from '@vanilla-extract/css';
import chevronLeft from 'lucide-static/icons/chevron-left.svg?raw';
import chevronRight from 'lucide-static/icons/chevron-right.svg?raw';
import { iconStyle } from './icon.ts';
import { muted, wrapped } from './theme/recipes.ts';
import { tokens } from './theme/tokens.ts';

export const pager = wrapped({ alignItems: 'center', justifyContent: 'center', gap: 'md' });

export const mark = style([muted(), { fontVariantNumeric: 'tabular-nums' }]);

/** On phones, above the buttons. */
export const longMark = style([
  mark,
  {
    '@media': {
      [`not all and ${tokens.breakpoints.tablet}`]: { order: -1, flexBasis: '100%', textAlign: 'center' },
    },
  },
]);

export const previousIcon = iconStyle(chevronLeft);

export const nextIcon = iconStyle(chevronRight);

export const next = style({ flexDirection: 'row-reverse' });
