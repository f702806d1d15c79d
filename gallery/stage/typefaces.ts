import '#ui/theme/monospace.css.ts';

const families = ['Figtree Variable', 'Geist Mono Variable'] as const;

/**
 * Resolves when this document has the app's own typefaces. Where no font is installed, a text that is laid out before is
 * never drawn, and Chromium ends a page that has an input.
 */
export const typefacesLoaded = async ({ fonts }: Document = document): Promise<void> => {
  await Promise.all(families.map((family) => fonts.load(`1em "${family}"`)));
};
