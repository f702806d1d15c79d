import { style } from '@vanilla-extract/css';
import eye from 'lucide-static/icons/eye.svg?raw';
import eyeOff from 'lucide-static/icons/eye-off.svg?raw';
import { iconStyle } from './icon.ts';
import { iconButton } from './theme/recipes.ts';
import { vars } from './theme/theme.css.ts';

export const box = style({ position: 'relative' });

export const input = style({ paddingInlineEnd: vars.space.xxl });

export const toggle = style({
  ...iconButton,
  position: 'absolute',
  inset: '0 0.125rem 0 auto',
  inlineSize: vars.target.control,
  borderRadius: vars.radius.sm,
  selectors: { '&:hover': { background: vars.color.sunken, color: vars.color.text } },
});

export const showIcon = iconStyle(eye);

export const hideIcon = iconStyle(eyeOff);
