import { style } from '@vanilla-extract/css';
import { vars } from './theme/theme.css.ts';

export const badge = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space.xxs,
  paddingBlock: '0.125rem',
  paddingInline: vars.space.xs,
  borderRadius: vars.radius.full,
  background: vars.color.successSurface,
  color: vars.color.successText,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.strong,
  whiteSpace: 'nowrap',
});
