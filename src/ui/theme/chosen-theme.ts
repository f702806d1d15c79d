/** Each theme's background color, for the page and the browser's own UI. */
export const canvas = { light: '#f6f5f0', dark: '#0b110e' } as const;

/** Themes in menu order. `system` follows the device. */
export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

export const themeKey = 'coffer.theme';

const read = (value: string | null | undefined): Theme =>
  value === 'light' || value === 'dark' ? value : 'system';

/** Returns the saved theme; `system` if none is saved or storage is unavailable. */
export const rememberedTheme = (): Theme => {
  try {
    return read(localStorage.getItem(themeKey));
  } catch {
    return 'system';
  }
};

/** Returns the page's current theme; `system` during the build, which has no document. */
export const shownTheme = (): Theme => read(globalThis.document?.documentElement.dataset['theme']);

/** Applies a theme to the page and the browser's own UI. */
export const showTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  // There is one meta tag per system theme.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const systems = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = canvas[theme === 'system' ? systems : theme];
  }
};

/** Saves a theme for later visits. Without storage, the theme lasts only until the page closes. */
export const rememberTheme = (theme: Theme): void => {
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // The page already shows the theme, so ignore this.
  }
};
