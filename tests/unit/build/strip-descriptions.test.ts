import { expect, test } from 'vitest';
import { withoutDescriptions } from '../../../build/strip-descriptions.ts';

test('withoutDescriptions removes only the descriptions of a chart', () => {
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
