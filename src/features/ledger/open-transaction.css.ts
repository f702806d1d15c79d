import { style } from '@vanilla-extract/css';
import { monospace } from '#ui/theme/monospace.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const open = style([
  monospace,
  {
    minBlockSize: vars.target.small,
    padding: 0,
    border: 'none',
    borderRadius: vars.radius.sm,
    background: 'transparent',
    color: vars.colour.accent,
    fontSize: vars.text.xs,
    textDecoration: 'underline',
    textDecorationColor: 'color-mix(in srgb, currentColor 40%, transparent)',
    textDecorationThickness: '1px',
    textUnderlineOffset: '0.2em',
    cursor: 'pointer',
  },
]);
