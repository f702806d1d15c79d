import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import {
  createPoolAccountFinder,
  type PoolAccount,
  withEnabledKept,
} from '#server/store/identity/pool-accounts.ts';
import type { LogFields } from '#server/store/logging/logging.ts';
import { listenOnLoopback } from '../support/loopback.ts';

let answer: { readonly status: number; readonly body: string };
let asked = 0;
let logged: LogFields[];
const server = await listenOnLoopback(async (_, response) => {
  asked += 1;
  response.writeHead(answer.status).end(answer.body);
});
afterAll(() => server.close());
beforeEach(() => {
  asked = 0;
  logged = [];
});

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret', sessionToken: undefined };
const finder = (changes: Partial<Parameters<typeof createPoolAccountFinder>[0]> = {}) =>
  createPoolAccountFinder(
    {
      issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Pool',
      endpoint: new URL(server.url),
      credentials: keys,
      ...changes,
    },
    { warn: (fields) => void logged.push(fields) },
    () => Date.UTC(2026, 10, 20, 12, 34, 56, 789),
  );

it.each([
  ['enabled', 200, '{"Users":[{"Username":"ada","Enabled":true}]}', []],
  ['disabled', 200, '{"Users":[{"Username":"ada","Enabled":false}]}', []],
  ['gone', 200, '{"Users":[]}', []],
  ['unknown', 200, '{"Users":[],"PaginationToken":"more"}', [{ status: 200, why: 'PaginationToken' }]],
  ['unknown', 400, '{"__type":"AccessDeniedException"}', [{ status: 400, why: 'AccessDeniedException' }]],
  ['unknown', 200, '<html>', [{ why: 'SyntaxError' }]],
] as const)('an account is %s after status %i with the body %s', async (expected, status, body, warnings) => {
  answer = { status, body };
  expect(await finder()('a-sub')).toBe(expected);
  expect(logged).toEqual(warnings.map((warning) => ({ event: 'user-pool-unanswered', ...warning })));
});

it('an account is unknown without credentials or a response', async () => {
  expect(await finder({ credentials: undefined })('a-sub')).toBe('unknown');
  expect(asked).toBe(0);
  const closed = await listenOnLoopback(() => undefined);
  await closed.close();
  expect(await finder({ endpoint: new URL(closed.url) })('a-sub')).toBe('unknown');
  expect(logged).toEqual([{ event: 'user-pool-unanswered', why: 'ECONNREFUSED' }]);
});

it('an enabled account is cached for a minute, and other accounts are not cached', async () => {
  let [account, now]: [PoolAccount, number] = ['enabled', 0];
  const find = withEnabledKept(
    async () => account,
    () => now,
  );
  expect(await find('ada')).toBe('enabled');
  [account, now] = ['disabled', 59_999];
  expect(await find('ada')).toBe('enabled');
  now = 60_000;
  expect(await find('ada')).toBe('disabled');
  account = 'enabled';
  expect(await find('ada')).toBe('enabled');
});

it('an account lookup is signed exactly as Amazon’s own library signs it', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{"Users":[]}'));
  const endpoint = new URL('https://cognito-idp.eu-west-1.amazonaws.com/');
  await finder({ endpoint, credentials: { ...keys, sessionToken: 'a-session' } })('a-sub');
  const [[url, init] = []] = fetched.mock.calls;
  fetched.mockRestore();
  expect(String(url)).toBe('https://cognito-idp.eu-west-1.amazonaws.com/');
  expect(init).toMatchObject({
    headers: {
      'x-amz-date': '20261120T123456Z',
      'x-amz-security-token': 'a-session',
      // botocore 1.43.11 computed this header for the same request and time.
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261120/eu-west-1/cognito-idp/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-amz-target, Signature=f738a9b6fc69201b06f7ecb850a5c62ee9a6faa4a66c1ed4e37361de042f8664',
    },
    body: '{"UserPoolId":"eu-west-1_Pool","Filter":"sub = \\"a-sub\\"","AttributesToGet":["sub"],"Limit":1}',
  });
});
