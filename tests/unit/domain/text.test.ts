import { expect, test } from 'vitest';
import { truncate } from '#domain/text.ts';

test.each([
  ['', ''],
  ['12345678', '12345678'],
  ['123456789', '12345678…'],
  ['🪙🪙🪙🪙🪙🪙🪙🪙', '🪙🪙🪙🪙🪙🪙🪙🪙'],
  ['🪙🪙🪙🪙🪙🪙🪙🪙🪙', '🪙🪙🪙🪙🪙🪙🪙🪙…'],
  ['a'.repeat(10_000), 'aaaaaaaa…'],
])('%j to 8 characters', (text, shown) => {
  expect(truncate(text, 8)).toBe(shown);
});
