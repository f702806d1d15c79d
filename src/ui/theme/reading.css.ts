import { globalFontFace, style } from '@vanilla-extract/css';
import { tokens } from './tokens.ts';

globalFontFace('Figtree Optional', {
  src: 'url("@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2") format("woff2")',
  fontWeight: '300 900',
  fontStyle: 'normal',
  fontDisplay: 'optional',
});

/** Uses the font only if it has loaded in time, so that lines don't reflow while the customer reads. */
export const reading = style({ fontFamily: tokens.reading });
