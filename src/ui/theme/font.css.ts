import { globalFontFace } from '@vanilla-extract/css';
import { declareStandIns } from './stand-ins.ts';

globalFontFace('Figtree Variable', {
  src: 'url("@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2") format("woff2")',
  fontWeight: '300 900',
  fontStyle: 'normal',
  fontDisplay: 'swap',
});

declareStandIns({ ascent: 0.95, descent: 0.25 }, [
  {
    name: 'Figtree on Arial',
    regular: 'local("Arial"), local("Liberation Sans"), local("Arimo"), local("Helvetica")',
    bold: 'local("Arial Bold"), local("Liberation Sans Bold"), local("Arimo Bold"), local("Helvetica Bold")',
    widths: [1, 0.95],
  },
  {
    name: 'Figtree on Roboto',
    regular: 'local("Roboto")',
    bold: 'local("Roboto Bold")',
    widths: [1.01, 1.02],
  },
  {
    name: 'Figtree on DejaVu',
    regular: 'local("DejaVu Sans")',
    bold: 'local("DejaVu Sans Bold")',
    widths: [0.89, 0.8],
  },
  {
    name: 'Figtree on Noto',
    regular: 'local("Noto Sans Regular")',
    bold: 'local("Noto Sans Bold")',
    widths: [0.95, 0.91],
  },
]);
