import { globalFontFace, style } from '@vanilla-extract/css';
import { tokens } from './tokens.ts';

globalFontFace('Figtree Optional', {
  src: 'url("@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2") format("woff2")',
  fontWeight: '300 900',
  fontStyle: 'normal',
  fontDisplay: 'optional',
});

/**
 * A long text, whose lines would break elsewhere once its font arrived: one that is not there at the start waits for the next
 * visit, so that nobody loses the line.
 */
export const reading = style({ fontFamily: tokens.reading });
