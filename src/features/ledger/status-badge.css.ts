import { style, styleVariants } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

const { colour } = vars;

export const badge = style([
  sprinkles({ display: 'flex', alignItems: 'center', fontSize: 'sm', fontWeight: 'medium' }),
  { gap: '0.5rem', inlineSize: 'fit-content', whiteSpace: 'nowrap' },
]);

/** Drawn by borders: these need no picture of their own in each row, and stand in forced colours too. */
const sign = style({
  flexShrink: 0,
  boxSizing: 'border-box',
  inlineSize: '0.625rem',
  blockSize: '0.625rem',
  border: '2px solid currentColor',
  borderRadius: vars.radius.full,
});

/** A disc, a ring, a diamond and a half: told apart by their shapes as well as by their colours. */
export const signs = styleVariants({
  completed: [sign, { borderWidth: '0.3125rem', color: colour.successText }],
  pending: [sign, { color: colour.warningText }],
  failed: [
    sign,
    {
      borderWidth: '0.3125rem',
      borderRadius: '1px',
      color: colour.dangerText,
      transform: 'rotate(45deg) scale(0.85)',
    },
  ],
  refunded: [
    sign,
    { background: 'linear-gradient(to right, currentColor 50%, transparent 50%)', color: colour.infoText },
  ],
});
