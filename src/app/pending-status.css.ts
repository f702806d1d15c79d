import { style } from '@vanilla-extract/css';
import { vars } from '#ui/theme/theme.css.ts';

/** Over the lower edge of the page: it moves nothing, and takes no presses. */
export const pendingStatus = style({
  position: 'fixed',
  insetBlockEnd: vars.space.lg,
  insetInline: 0,
  zIndex: 10,
  inlineSize: 'fit-content',
  marginInline: 'auto',
  paddingBlock: vars.space.xs,
  paddingInline: vars.space.md,
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.md,
  background: vars.colour.surface,
  boxShadow: vars.shadow.floating,
  pointerEvents: 'none',
});
