import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withoutDescriptions } from '../../../build/strip-descriptions.ts';

test('the descriptions of a chart are removed, and nothing else', () => {
  const source = `const chart = {
  description:
    'One, two.',
  states: { a: { description: "It's on", on: { go: 'b' } }, b: { description: 'last' } },
  actions: ({ description }) => description,
};`;
  expect(withoutDescriptions(source)).toBe(`const chart = {
  

  states: { a: {  on: { go: 'b' } }, b: {  } },
  actions: ({ description }) => description,
};`);
});

test('the machines still work without descriptions', () => {
  const source = readFileSync('machines/account/auth.ts', 'utf8');
  expect(source).toContain('description:');
  expect(withoutDescriptions(source)).not.toContain('description:');
});
