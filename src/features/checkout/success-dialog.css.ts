import { keyframes, style } from '@vanilla-extract/css';
import { coin } from '#ui/coin.css.ts';
import { rosette } from '#ui/engraving.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

const turn = keyframes({ from: { transform: 'rotateY(540deg) scale(0.4)', opacity: 0 } });

export const body = style([
  sprinkles({ display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 'xs' }),
  { textAlign: 'center' },
]);

export const medal = style({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '10rem',
  blockSize: '10rem',
  background: `${rosette('rgb(169 125 31 / .6)')} center / contain`,
});

export const gold = style([
  coin.gold,
  {
    inlineSize: '4rem',
    blockSize: '4rem',
    '@media': { '(prefers-reduced-motion: no-preference)': { animation: `${turn} 700ms ease-out` } },
  },
]);

export const added = sprinkles({ fontSize: 'lg', fontWeight: 'strong' });

export const paid = style({ color: vars.colour.textMuted });
