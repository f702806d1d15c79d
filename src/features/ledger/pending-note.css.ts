import { style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const note = style([sprinkles({ fontSize: 'xs', color: 'muted' }), { maxInlineSize: '24rem' }]);

export const check = style({
  minBlockSize: vars.target.small,
  padding: 0,
  border: 'none',
  borderRadius: vars.radius.sm,
  background: 'transparent',
  color: vars.colour.accent,
  fontWeight: vars.weight.strong,
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
  cursor: 'pointer',
});
