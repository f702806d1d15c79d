import { globalFontFace } from '@vanilla-extract/css';

/** The vertical metrics of a font, as shares of its size. */
export interface LineMetrics {
  readonly ascent: number;
  readonly descent: number;
}

/** A font that systems bring along, with which a page is read until its own font is there. */
export interface StandIn {
  readonly name: string;
  /** What systems call the fonts that look like it, in regular. The bold ones are called the same, with `Bold`. */
  readonly fonts: readonly string[];
  /** How wide a text is in the font, measured against the same text in this one: in regular and in bold. */
  readonly widths: readonly [regular: number, bold: number];
}

const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`;

/** Scaled so that a line is as tall and about as long as in the font itself: then nothing moves when that arrives. */
const standInFace = (src: string, fontWeight: string, width: number, { ascent, descent }: LineMetrics) => ({
  src,
  fontWeight,
  sizeAdjust: percent(width),
  ascentOverride: percent(ascent / width),
  descentOverride: percent(descent / width),
  lineGapOverride: '0%',
});

/** Declares what stands in for the font with these metrics. For use inside `.css.ts` files. */
export const declareStandIns = (metrics: LineMetrics, standIns: readonly StandIn[]): void => {
  const locals = (names: readonly string[]) => names.map((font) => `local("${font}")`).join(', ');
  for (const { name, fonts, widths } of standIns) {
    const bold = fonts.map((font) => `${font.replace(/ Regular$/, '')} Bold`);
    globalFontFace(name, [
      standInFace(locals(fonts), '300 500', widths[0], metrics),
      standInFace(locals(bold), '600 900', widths[1], metrics),
    ]);
  }
};
