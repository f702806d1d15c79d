import { expect, it } from 'vitest';
import { readDeployFacts } from '../../../build/stamp/read-facts.ts';

it('reads what the pages show of a configuration', () => {
  const config = {
    productName: ' Coins ',
    language: 'en-GB',
    cognito: { hostedUiDomain: 'auth.example.com' },
  };
  expect(readDeployFacts(JSON.stringify(config))).toEqual({
    productName: 'Coins',
    language: 'en-GB',
    hostedSignIn: true,
  });
});

it('has the app’s own words for what is not said', () => {
  expect(readDeployFacts('{}')).toEqual({ productName: 'Credits', language: 'en', hostedSignIn: false });
});

it.each([
  ['', 'is not JSON'],
  ['[]', 'must be an object'],
  ['"text"', 'must be an object'],
  ['{"productName":7}', 'productName: must be a text'],
  ['{"productName":" "}', 'productName: must be a text'],
  ['{"language":"english language"}', 'language: "english language" is no language tag like en or en-GB'],
])('refuses %s', (content, problem) => {
  expect(() => readDeployFacts(content)).toThrow(problem);
});
