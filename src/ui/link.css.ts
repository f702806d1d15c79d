import { style } from '@vanilla-extract/css';
import { fingerHigh } from './media.ts';
import { mixed } from './theme/recipes.ts';
import { vars } from './theme/theme.css.ts';

/** A link in running text. */
export const link = style({
  color: vars.colour.accent,
  fontWeight: vars.weight.medium,
  textDecorationThickness: '1px',
  textUnderlineOffset: '0.2em',
  borderRadius: vars.radius.sm,
  selectors: { '&:hover': { color: vars.colour.accentHover } },
  ...mixed({
    selectors: {
      '&:not(:hover)': { textDecorationColor: 'color-mix(in srgb, currentColor 45%, transparent)' },
    },
  }),
});

/** A link that stands by itself, with the room that a finger needs. */
export const standaloneLink = style([
  link,
  { display: 'inline-flex', alignItems: 'center', minBlockSize: vars.target.small, '@media': fingerHigh },
]);
