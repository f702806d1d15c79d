import { style } from '@vanilla-extract/css';
import chevronDown from 'lucide-static/icons/chevron-down.svg?raw';
import { iconStyle } from './icon.ts';
import { vars } from './theme/theme.css.ts';

export const box = style({ position: 'relative' });

export const select = style({ appearance: 'none', paddingInlineEnd: vars.space.xl, cursor: 'pointer' });

export const arrow = iconStyle(chevronDown, {
  position: 'absolute',
  insetInlineEnd: vars.space.sm,
  insetBlockStart: 'calc(50% - 0.625em)',
  color: vars.color.textMuted,
  pointerEvents: 'none',
});
