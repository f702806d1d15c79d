import * as v from 'valibot';
import { expect, it } from 'vitest';
import { errorSchema } from '#contract/errors.ts';

it.each([
  ['a code that is known', { code: 'token-used', detail: 'No.' }, 'token-used'],
  ['no code, as of an API without them', { detail: 'No.' }, undefined],
  ['a code that is not known', { code: 'on-the-moon', detail: 'No.' }, undefined],
  ['a code that is no text', { code: 7, detail: 'No.' }, undefined],
])('a refusal is read with %s', (_, body, code) => {
  expect(v.parse(errorSchema, body)).toEqual({ code, detail: 'No.' });
});
