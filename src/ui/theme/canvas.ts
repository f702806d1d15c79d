/** The background of each theme, for the page and for the browser's own bars. */
export const canvas = { light: '#f6f5f0', dark: '#0b110e' } as const;
