import { style, styleVariants } from '@vanilla-extract/css';
import { disc, metals } from './metals.ts';

const base = style({
  position: 'relative',
  display: 'inline-block',
  flexShrink: 0,
  inlineSize: '2.5rem',
  blockSize: '2.5rem',
  borderRadius: '50%',
  selectors: { '&::after': { content: '""', position: 'absolute', inset: '15%', borderRadius: 'inherit' } },
});

/** A coin in each metal. In forced colors, it's a plain ring. */
export const coin = styleVariants(metals, (metal) => [
  base,
  {
    background: disc(metal),
    border: `1px solid ${metal.edge}`,
    boxShadow: `inset 0 1px 1px ${metal.shine}, 0 1px 3px rgb(8 18 13 / 0.28)`,
    selectors: {
      '&::after': {
        background: `linear-gradient(145deg, ${metal.deep}, ${metal.body} 38%, ${metal.light} 62%, ${metal.shine})`,
        boxShadow: `inset 0 1px 2px ${metal.edge}, 0 1px 0 ${metal.shine}`,
      },
    },
  },
]);
