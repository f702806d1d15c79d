import { style } from '@vanilla-extract/css';
import { vars } from './theme/theme.css.ts';

export const box = style({
  position: 'relative',
  selectors: {
    '&::after': {
      content: '""',
      position: 'absolute',
      insetInlineEnd: '1rem',
      insetBlockStart: 'calc(50% - 0.35rem)',
      inlineSize: '0.5rem',
      blockSize: '0.5rem',
      borderInlineEnd: `2px solid ${vars.colour.textMuted}`,
      borderBlockEnd: `2px solid ${vars.colour.textMuted}`,
      transform: 'rotate(45deg)',
      pointerEvents: 'none',
    },
  },
});

export const select = style({ appearance: 'none', paddingInlineEnd: vars.space.xl, cursor: 'pointer' });
