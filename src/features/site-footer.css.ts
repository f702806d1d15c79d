import { style } from '@vanilla-extract/css';
import { vars } from '#ui/theme/theme.css.ts';

export const siteFooter = style({
  display: 'grid',
  justifyItems: 'center',
  gap: vars.space.sm,
  paddingBlock: vars.space.lg,
  paddingInline: vars.space.md,
});

export const siteLinks = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  columnGap: vars.space.lg,
  fontSize: vars.text.sm,
});
