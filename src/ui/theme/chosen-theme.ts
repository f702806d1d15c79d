import { canvas } from './canvas.ts';

/** The themes to choose from; `system` follows the device. In the order in which they are offered. */
export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

/** Where the choice is kept, in the browser's local storage. */
export const themeKey = 'coffer.theme';

const read = (value: string | null | undefined): Theme =>
  value === 'light' || value === 'dark' ? value : 'system';

/** The theme that was chosen on this device; `system` where none was, or where storage is forbidden. */
export const rememberedTheme = (): Theme => {
  try {
    return read(localStorage.getItem(themeKey));
  } catch {
    return 'system';
  }
};

/** The choice that the page shows now; `system` where there is no page yet, at its build. */
export const shownTheme = (): Theme => read(globalThis.document?.documentElement.dataset['theme']);

/** Shows the page, and the browser around it, in a theme. */
export const showTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  // There is one for each theme of the system.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const systems = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = canvas[theme === 'system' ? systems : theme];
  }
};

/** Remembers a theme for the next visits; without storage it lasts as long as the page. */
export const rememberTheme = (theme: Theme): void => {
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // The page shows it all the same.
  }
};
