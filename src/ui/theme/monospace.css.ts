import { globalFontFace, style } from '@vanilla-extract/css';
import { declareStandIns } from './stand-ins.ts';
import { tokens } from './tokens.ts';

// Not among the theme's variables, which every page reads first: only pages with such a text take this file along.

globalFontFace('Geist Mono Variable', {
  src: 'url("@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2") format("woff2")',
  fontWeight: '100 900',
  fontStyle: 'normal',
  fontDisplay: 'swap',
});

declareStandIns({ ascent: 1.005, descent: 0.295 }, [
  {
    name: 'Geist Mono on Courier',
    regular:
      'local("Liberation Mono"), local("Noto Sans Mono Regular"), local("Roboto Mono"), local("Courier New")',
    bold: 'local("Liberation Mono Bold"), local("Noto Sans Mono Bold"), local("Roboto Mono Bold"), local("Courier New Bold")',
    widths: [1, 1],
  },
  {
    name: 'Geist Mono on DejaVu',
    regular: 'local("Menlo Regular"), local("DejaVu Sans Mono")',
    bold: 'local("Menlo Bold"), local("DejaVu Sans Mono Bold")',
    widths: [0.9966, 0.9966],
  },
  {
    name: 'Geist Mono on Consolas',
    regular: 'local("Consolas")',
    bold: 'local("Consolas Bold")',
    widths: [1.0913, 1.0913],
  },
]);

/** Letters and figures of one width: codes, references, and what machines say. */
export const monospace = style({ fontFamily: tokens.monospace });
