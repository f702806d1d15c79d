import { type ScriptText, type Source, textsOf } from './sources.ts';

/** Typefaces that the app shares with the pages of the local services. */
export const sharedFaces = ['Figtree Variable', 'Geist Mono Variable'] as const;

export const bundledFaces = [...sharedFaces, 'Figtree Optional'] as const;

const comments = /\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g;
const faceRules = /@font-face\s*\{[^}]*\}/g;
const declarations = /(?<![\w-])font(?:-family)?\s*:\s*([^;{}<]+)/g;
const systemFamily =
  /(?:^|,)\s*(?:(?:sans-|ui-sans-|ui-)?serif|(?:ui-)?monospace|system-ui|ui-rounded|cursive|fantasy|emoji|math|-apple-system)\s*(?:,|$)/;

/** Returns every font list in a CSS file, an HTML file or a script. */
export const fontsNamed = (source: Source): string[] =>
  /\.(css|html)$/.test(source.file) ? fontsInCss(source.text) : textsOf(source).flatMap(fontsInScript);

const fontsInCss = (css: string): string[] =>
  [...css.replaceAll(comments, '').replaceAll(faceRules, '').matchAll(declarations)].map(([, fonts = '']) =>
    fonts.replaceAll(/\s+/g, ' ').trim(),
  );

const fontsInScript = ({ property, text }: ScriptText): string[] => {
  if (property === 'fontFamily' || property === 'font-family' || property === 'font') return [text];
  return systemFamily.test(text) ? [text] : fontsInCss(text);
};

/** Returns whether a font list starts with a bundled typeface or inherits its fonts. */
export const beginsBundled = (fonts: string): boolean => {
  const [first = ''] = fonts.split(',');
  return first === 'inherit' || bundledFaces.some((face) => new RegExp(`(?:^| )"${face}"$`).test(first));
};
