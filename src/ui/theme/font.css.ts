import { globalFontFace } from '@vanilla-extract/css';
import { declareFallbackFonts } from './fallback-fonts.ts';

globalFontFace('Figtree Variable', {
  src: 'url("@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2") format("woff2")',
  fontWeight: '300 900',
  fontStyle: 'normal',
  fontDisplay: 'swap',
});

declareFallbackFonts({ ascent: 0.95, descent: 0.25 }, [
  { name: 'Figtree on Arial', fonts: ['Arial', 'Liberation Sans', 'Arimo', 'Helvetica'], widths: [1, 0.95] },
  { name: 'Figtree on Roboto', fonts: ['Roboto'], widths: [1.01, 1.02] },
  { name: 'Figtree on DejaVu', fonts: ['DejaVu Sans'], widths: [0.89, 0.8] },
  { name: 'Figtree on Noto', fonts: ['Noto Sans Regular'], widths: [0.95, 0.91] },
]);
