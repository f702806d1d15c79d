import { style } from '@vanilla-extract/css';
import { vars } from '#ui/theme/theme.css.ts';

export const skipLink = style({
  position: 'fixed',
  insetBlockStart: vars.space.xs,
  insetInlineStart: vars.space.xs,
  zIndex: 20,
  paddingBlock: vars.space.xs,
  paddingInline: vars.space.md,
  border: `1px solid ${vars.color.controlLine}`,
  borderRadius: vars.radius.md,
  background: vars.color.surface,
  color: vars.color.accent,
  fontWeight: vars.weight.strong,
  selectors: { '&:not(:focus)': { translate: '0 -200%' } },
});
