/** The background of each theme, for the page and for the browser's own bars. */
export const canvas = { light: '#f6f5f0', dark: '#0b110e' } as const;

/** The themes in menu order. `system` follows the device. */
export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

export const themeKey = 'coffer.theme';

const read = (value: string | null | undefined): Theme =>
  value === 'light' || value === 'dark' ? value : 'system';

/** The saved theme; `system` if none is saved or storage is unavailable. */
export const rememberedTheme = (): Theme => {
  try {
    return read(localStorage.getItem(themeKey));
  } catch {
    return 'system';
  }
};

/** The theme that the page shows now; `system` at build time, without a document. */
export const shownTheme = (): Theme => read(globalThis.document?.documentElement.dataset['theme']);

/** Applies a theme to the page and the browser's bars. */
export const showTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  // One meta tag per system theme.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const systems = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = canvas[theme === 'system' ? systems : theme];
  }
};

/** Saves a theme for later visits. Without storage it lasts only for this page. */
export const rememberTheme = (theme: Theme): void => {
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // The page shows the theme anyway.
  }
};
