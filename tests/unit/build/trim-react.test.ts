import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { trimmed } from '../../../build/trim-react.ts';

const file = new URL('cjs/react-dom-client.production.js', import.meta.resolve('react-dom/client'));

test('trimmed shortens React DOM, and refuses a version without one of the functions', () => {
  const source = readFileSync(fileURLToPath(file), 'utf8');
  expect(trimmed(source).length).toBeLessThan(source.length * 0.95);
  expect(() => trimmed(source.replaceAll('preinitStyle', 'another'))).toThrow('no function preinitStyle');
});
