import { style } from '@vanilla-extract/css';
import { standaloneLink } from '#ui/link.css.ts';
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

/** Reserves the support link's space in an unstamped page, so that other links don't move later. */
export const supportPlace = style([standaloneLink, { visibility: 'hidden' }]);
