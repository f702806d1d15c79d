import { style } from '@vanilla-extract/css';
import { fingerHigh } from './media.ts';
import { mixed } from './theme/recipes.ts';
import { vars } from './theme/theme.css.ts';

export const link = style({
  color: vars.color.accent,
  fontWeight: vars.weight.medium,
  textDecorationThickness: '1px',
  textUnderlineOffset: '0.2em',
  borderRadius: vars.radius.sm,
  selectors: { '&:hover': { color: vars.color.accentHover } },
  ...mixed({
    selectors: {
      '&:not(:hover)': { textDecorationColor: 'color-mix(in srgb, currentColor 45%, transparent)' },
    },
  }),
});

/** A link outside running text, tall enough to tap. */
export const standaloneLink = style([
  link,
  { display: 'inline-flex', alignItems: 'center', minBlockSize: vars.target.small, '@media': fingerHigh },
]);
