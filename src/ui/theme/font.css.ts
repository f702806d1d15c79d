import { globalFontFace } from '@vanilla-extract/css';

const family = 'Figtree Variable';

/** The vertical metrics of the font, as shares of its size. */
const ascent = 0.95;
const descent = 0.25;

globalFontFace(family, {
  src: 'url("@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2") format("woff2")',
  fontWeight: '300 900',
  fontStyle: 'normal',
  fontDisplay: 'swap',
});

interface StandIn {
  readonly name: string;
  readonly regular: string;
  readonly bold: string;
  /** How wide a text is in the font, measured against the same text in this one: in regular and in bold. */
  readonly widths: readonly [regular: number, bold: number];
}

/** Fonts that systems bring along, with which a page is read until its own font is there. */
const standIns: readonly StandIn[] = [
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
];

const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`;

/** Scaled so that a line is as tall and about as long as in the font itself: then nothing moves when that arrives. */
const standInFace = (src: string, fontWeight: string, width: number) => ({
  src,
  fontWeight,
  sizeAdjust: percent(width),
  ascentOverride: percent(ascent / width),
  descentOverride: percent(descent / width),
  lineGapOverride: '0%',
});

for (const { name, regular, bold, widths } of standIns)
  globalFontFace(name, [standInFace(regular, '300 500', widths[0]), standInFace(bold, '600 900', widths[1])]);
