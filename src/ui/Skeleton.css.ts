import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { vars } from './theme/theme.css.ts';

const breathe = keyframes({ '50%': { opacity: 0.45 } });

export const skeleton = style({
  display: 'block',
  maxInlineSize: '100%',
  borderRadius: vars.radius.sm,
  background: vars.color.line,
  '@media': {
    '(prefers-reduced-motion: no-preference)': { animation: `${breathe} 1.6s ease-in-out infinite` },
  },
});

export const widths = styleVariants({
  short: { inlineSize: '4rem' },
  medium: { inlineSize: '8rem' },
  full: { inlineSize: '100%' },
});

export const heights = styleVariants({
  line: { blockSize: vars.text.md },
  title: { blockSize: vars.text.xl },
  display: { blockSize: vars.text.display },
  control: { blockSize: vars.target.control },
  block: { blockSize: '8rem' },
});
