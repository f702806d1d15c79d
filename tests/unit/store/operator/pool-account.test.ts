import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createPoolAccountFinder } from '#server/store/operator/pool-account.ts';
import { listenOnLoopback } from '../support/loopback.ts';

let server: Awaited<ReturnType<typeof listenOnLoopback>>;
let answer: { readonly status: number; readonly body: string };
let asked = 0;
beforeAll(async () => {
  server = await listenOnLoopback(async (_, response) => {
    asked += 1;
    response.writeHead(answer.status).end(answer.body);
  });
});
afterAll(() => server.close());

const credentials = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'a-secret' };
const finder = (environment: NodeJS.ProcessEnv = credentials) =>
  createPoolAccountFinder(
    {
      COGNITO_ISSUER: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Pool',
      COGNITO_ENDPOINT: server.url,
      ...environment,
    },
    () => Date.UTC(2026, 10, 20, 12, 34, 56, 789),
  );

it.each([
  ['there', 200, '{"Users":[{"Username":"ada"}]}'],
  ['gone', 200, '{"Users":[]}'],
  ['unknown', 400, '{"__type":"AccessDeniedException"}'],
  ['unknown', 200, '<html>'],
] as const)('an account is %s by an answer with status %i: %s', async (expected, status, body) => {
  answer = { status, body };
  expect(await finder()('a-sub')).toBe(expected);
});

it('is unknown without credentials, without a pool, and without an answer', async () => {
  asked = 0;
  expect(await finder({})('a-sub')).toBe('unknown');
  expect(await finder({ ...credentials, COGNITO_ISSUER: '' })('a-sub')).toBe('unknown');
  expect(asked).toBe(0);
  expect(await finder({ ...credentials, COGNITO_ENDPOINT: 'http://127.0.0.1:1' })('a-sub')).toBe('unknown');
});

it('is looked up with a request signed like that of Amazon’s own library', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{"Users":[]}'));
  await finder({ ...credentials, AWS_SESSION_TOKEN: 'a-session', COGNITO_ENDPOINT: '' })('a-sub');
  const [[url, init] = []] = fetched.mock.calls;
  fetched.mockRestore();
  expect(String(url)).toBe('https://cognito-idp.eu-west-1.amazonaws.com/');
  expect(init).toMatchObject({
    headers: {
      'x-amz-date': '20261120T123456Z',
      'x-amz-security-token': 'a-session',
      // Computed by botocore 1.43.11 for the same request and time.
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261120/eu-west-1/cognito-idp/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-amz-target, Signature=f738a9b6fc69201b06f7ecb850a5c62ee9a6faa4a66c1ed4e37361de042f8664',
    },
    body: '{"UserPoolId":"eu-west-1_Pool","Filter":"sub = \\"a-sub\\"","AttributesToGet":["sub"],"Limit":1}',
  });
});
