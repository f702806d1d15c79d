/** The ground of each theme: the colour of the page, and of what a browser draws around it. */
export const canvas = { light: '#f6f5f0', dark: '#0b110e' } as const;
