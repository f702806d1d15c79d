import { styleVariants } from '@vanilla-extract/css';
import { row } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

/** A small card in the brand's colors, which are the same in both themes. */
const looks = {
  visa: { background: '#ffffff', color: '#1b3a86' },
  mastercard: {
    background:
      'radial-gradient(circle at 38% 50%, #d9402b 0 24%, transparent 25%), radial-gradient(circle at 62% 50%, #eb9b2d 0 24%, transparent 25%), #ffffff',
  },
  amex: { background: '#22619c', color: '#ffffff' },
  discover: { background: 'linear-gradient(to top, #e07b26 22%, #ffffff 22%)', color: '#2a2a2a' },
} as const;

export type MarkedBrand = keyof typeof looks;

export const mark = styleVariants(looks, (look) => [
  row({ fontWeight: 'strong' }),
  {
    flexShrink: 0,
    justifyContent: 'center',
    inlineSize: '2.125rem',
    blockSize: '1.375rem',
    border: `1px solid ${vars.color.line}`,
    borderRadius: '4px',
    fontSize: '0.5625rem',
    lineHeight: '1',
    forcedColorAdjust: 'none',
    ...look,
  },
]);

export const marks = sprinkles({ display: 'flex', gap: 'xxs' });
