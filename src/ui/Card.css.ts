import { style } from '@vanilla-extract/css';
import { vars } from './theme/theme.css.ts';

export const card = style({
  padding: `clamp(${vars.space.md}, 4vw, ${vars.space.xl})`,
  background: vars.colour.surface,
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.lg,
  boxShadow: vars.shadow.raised,
});
