import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { componentNames } from '#gallery/components/names.ts';

test('every component of the design system is shown in the gallery', () => {
  const components = readdirSync('src/ui')
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => file.slice(0, -'.tsx'.length));
  expect(components).not.toEqual([]);
  expect(components.filter((name) => !componentNames.some((shown) => shown === name))).toEqual([]);
});
