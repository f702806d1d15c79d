import { style } from '@vanilla-extract/css';

export const sticky = style({ position: 'sticky', insetBlockStart: 0, zIndex: 5 });
