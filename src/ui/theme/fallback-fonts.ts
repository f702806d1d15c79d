import { globalFontFace } from '@vanilla-extract/css';

/** A font's vertical metrics, as fractions of its size. */
type LineMetrics = Readonly<Record<'ascent' | 'descent', number>>;

/** A system font shown until the page's font loads. */
export interface FallbackFont {
  readonly name: string;
  /** Local names of similar regular fonts. The names of their bold variants end in `Bold`. */
  readonly fonts: readonly string[];
  /** Text width in the page's font divided by text width in this font. */
  readonly widths: readonly [regular: number, bold: number];
}

const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`;

/** Scales the fallback to the page font's line height and text width, to avoid layout shift when it loads. */
const standInFace = (src: string, fontWeight: string, width: number, { ascent, descent }: LineMetrics) => ({
  src,
  fontWeight,
  sizeAdjust: percent(width),
  ascentOverride: percent(ascent / width),
  descentOverride: percent(descent / width),
  lineGapOverride: '0%',
});

export const declareFallbackFonts = (metrics: LineMetrics, fallbackFonts: readonly FallbackFont[]): void => {
  const locals = (names: readonly string[]) => names.map((font) => `local("${font}")`).join(', ');
  for (const { name, fonts, widths } of fallbackFonts) {
    const bold = fonts.map((font) => `${font.replace(/ Regular$/, '')} Bold`);
    globalFontFace(name, [
      standInFace(locals(fonts), '300 500', widths[0], metrics),
      standInFace(locals(bold), '600 900', widths[1], metrics),
    ]);
  }
};
