import { keyframes, style } from '@vanilla-extract/css';
import { coin } from '#ui/coin.css.ts';
import { rosette } from '#ui/icon.ts';
import { column, square } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

const coinTurn = keyframes({ from: { transform: 'rotateY(540deg) scale(0.4)', opacity: 0 } });

export const body = style([column({ alignItems: 'center', gap: 'xs' }), { textAlign: 'center' }]);

export const medal = style({
  display: 'grid',
  placeItems: 'center',
  ...square('10rem'),
  background: `${rosette('rgb(169 125 31 / .6)')} center / contain`,
  // Leaves room for the buttons in a short window.
  '@media': { '(max-height: 30rem)': { display: 'none' } },
});

export const gold = style([
  coin.gold,
  {
    ...square('4rem'),
    '@media': { '(prefers-reduced-motion: no-preference)': { animation: `${coinTurn} 700ms ease-out` } },
  },
]);

export const added = sprinkles({ fontSize: 'lg', fontWeight: 'strong' });

/** Reserves its line while the balance loads. */
export const balance = style({ display: 'block', minBlockSize: `calc(1em * ${vars.leading.normal})` });

export const paid = style({ color: vars.color.textMuted });

const coinFall = keyframes({
  from: { opacity: 1, transform: 'translateY(-2rem) rotateY(0)' },
  '80%': { opacity: 1 },
  to: { opacity: 0, transform: 'translateY(110dvh) rotateY(900deg)' },
});

/** Keeps the coins behind the dialog, so that they never cover its text. */
export const sky = style({
  position: 'fixed',
  inset: 0,
  zIndex: -1,
  overflow: 'hidden',
  pointerEvents: 'none',
  '@media': { '(prefers-reduced-motion: reduce)': { display: 'none' } },
});

const falling = style([
  coin.gold,
  {
    position: 'absolute',
    insetBlockStart: 0,
    ...square('1.75rem'),
    opacity: 0,
    animationName: coinFall,
    animationTimingFunction: 'ease-in',
    animationFillMode: 'forwards',
  },
]);

const coinsFallFor = 3_000;

/** Horizontal position of each coin, as a percentage of the width. */
const places = [6, 16, 26, 35, 45, 54, 64, 74, 84, 93];

/** Delay before each coin falls, in ms. */
const delays = [300, 0, 900, 450, 150, 750, 50, 600, 250, 1_000];

/** One class per coin. All coins have landed after three seconds. */
export const coins = delays.map((wait, coin) =>
  style([
    falling,
    {
      insetInlineStart: `${places[coin]}%`,
      animationDelay: `${wait}ms`,
      animationDuration: `${coinsFallFor - wait}ms`,
    },
  ]),
);
