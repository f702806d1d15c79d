import { globalFontFace, style } from '@vanilla-extract/css';
import { declareFallbackFonts } from './fallback-fonts.ts';
import { tokens } from './tokens.ts';

// This style is in a separate file, because every page loads the theme, but only some use this font.

globalFontFace('Geist Mono Variable', {
  src: 'url("@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2") format("woff2")',
  fontWeight: '100 900',
  fontStyle: 'normal',
  fontDisplay: 'swap',
});

declareFallbackFonts({ ascent: 1.005, descent: 0.295 }, [
  {
    name: 'Geist Mono on Courier',
    fonts: ['Liberation Mono', 'Noto Sans Mono Regular', 'Roboto Mono', 'Courier New'],
    widths: [1, 1],
  },
  { name: 'Geist Mono on DejaVu', fonts: ['Menlo Regular', 'DejaVu Sans Mono'], widths: [0.9966, 0.9966] },
  { name: 'Geist Mono on Consolas', fonts: ['Consolas'], widths: [1.0913, 1.0913] },
]);

export const monospace = style({ fontFamily: tokens.monospace });
