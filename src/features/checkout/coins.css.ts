import { keyframes, style } from '@vanilla-extract/css';
import { coin } from '#ui/coin.css.ts';

const fall = keyframes({
  from: { opacity: 1, transform: 'translateY(-2rem) rotateY(0)' },
  '80%': { opacity: 1 },
  to: { opacity: 0, transform: 'translateY(110dvh) rotateY(900deg)' },
});

export const sky = style({
  position: 'fixed',
  inset: 0,
  overflow: 'hidden',
  pointerEvents: 'none',
  '@media': { '(prefers-reduced-motion: reduce)': { display: 'none' } },
});

const falling = style([
  coin.gold,
  {
    position: 'absolute',
    insetBlockStart: 0,
    inlineSize: '1.75rem',
    blockSize: '1.75rem',
    opacity: 0,
    animationName: fall,
    animationTimingFunction: 'ease-in',
    animationFillMode: 'forwards',
  },
]);

const coinsFallFor = 3_000;

/** Where each coin falls, in percent of the width, and how long it waits, in milliseconds. */
const places = [
  [6, 300],
  [16, 0],
  [26, 900],
  [35, 450],
  [45, 150],
  [54, 750],
  [64, 50],
  [74, 600],
  [84, 250],
  [93, 1_000],
] as const;

/** One class for each coin; all of them have fallen after three seconds. */
export const coins = places.map(([place, wait]) =>
  style([
    falling,
    {
      insetInlineStart: `${place}%`,
      animationDelay: `${wait}ms`,
      animationDuration: `${coinsFallFor - wait}ms`,
    },
  ]),
);
