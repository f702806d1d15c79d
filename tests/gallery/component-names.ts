import { readdirSync } from 'node:fs';

/** What the gallery shows by itself: the components of the design system, its links, and the toasts. */
export const componentNames: readonly string[] = [
  ...readdirSync('src/ui')
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => file.slice(0, -'.tsx'.length)),
  'Link',
  'Toast',
];
