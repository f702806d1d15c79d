import { describe, expect, test } from 'vitest';
import { type GatewayUnderTest, gatewayOrigin, startGateway, tokenizationKey } from './gateway-under-test.ts';

const card = { tokenizationKey, ccnumber: '4111 1111 1111 1111', ccexp: '12/30', cvv: '123' };

const post = (gateway: GatewayUnderTest, path: string, body: unknown, headers: Record<string, string> = {}) =>
  gateway.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('a token request', () => {
  test('returns a token and the masked card', async () => {
    const gateway = await startGateway();
    const reply = await post(gateway, '/token/api/tokens', card);
    expect(reply.status).toBe(201);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(await reply.json()).toMatchObject({
      tokenType: 'inline',
      token: expect.stringMatching(/^\w{8}-\w{6}-\w{6}-\w{12}$/),
      card: { number: '411111******1111', bin: '411111', exp: '1230', type: 'visa' },
    });
  });

  test('fails with the name of the invalid field', async () => {
    const gateway = await startGateway();
    const reply = await post(gateway, '/token/api/tokens', { ...card, ccexp: '01/20' });
    expect(reply.status).toBe(422);
    expect(await reply.json()).toEqual({ field: 'ccexp', detail: expect.any(String) });
  });

  test('fails without repeating an invalid value', async () => {
    const gateway = await startGateway();
    const body = { ...card, ccnumber: '4242424242424242'.repeat(9) };
    const reply = await post(gateway, '/token/api/tokens', body);
    expect(reply.status).toBe(400);
    expect(await reply.text()).not.toContain('4242');
  });
});

describe('the token API', () => {
  test.each([
    ['a wrong key', { ...card, tokenizationKey: 'wrong' }, {}, 401],
    ['a page of another origin', card, { origin: 'http://localhost:5173' }, 403],
    ['a plain-text body', card, { 'content-type': 'text/plain' }, 415],
    ['malformed JSON', '{', {}, 400],
    ['an oversized body', { ...card, cvv: 'x'.repeat(5000) }, { 'content-length': '5200' }, 413],
  ])('refuses %s', async (_name, body, headers, status) => {
    const gateway = await startGateway();
    const reply = await post(gateway, '/token/api/tokens', body, headers);
    expect(reply.status).toBe(status);
    expect(await reply.json()).toEqual({ detail: expect.any(String) });
  });
});

test('any page with the key can create a token, but only the hosted fields can save values to it', async () => {
  const gateway = await startGateway();
  const create = (key: string) =>
    gateway.fetch('/token/api/create', {
      method: 'POST',
      body: new URLSearchParams({ tokenizationKey: key }),
      headers: { origin: 'https://shop.example' },
    });
  expect((await create('wrong')).status).toBe(401);
  const created = await create(tokenizationKey);
  expect(created.status).toBe(200);
  expect(created.headers.get('access-control-allow-origin')).toBe('*');
  const { token: tokenId } = await created.json();
  const save = (value: string, origin = gatewayOrigin) => {
    const body = { tokenizationKey, tokenId, data: [{ elementId: 'ccexp', value }] };
    return post(gateway, '/token/api/save_multipart_token', body, { origin });
  };
  expect((await save('12/30', 'https://shop.example')).status).toBe(403);
  expect(await (await save('12/30')).json()).toEqual({ token: tokenId });
  expect(await (await save('')).json(), 'a refused value removes the earlier one').toEqual({
    error: 'Field is empty',
  });
  const found = await post(gateway, '/token/api/lookup', { tokenizationKey, tokenId });
  expect(await found.json()).toMatchObject({ card: { exp: null } });
});

test('Collect.js behaves as documented unless its URL requests a supported deviation', async () => {
  const gateway = await startGateway();
  const load = async (query: string) => (await gateway.fetch(`/token/Collect.js${query}`)).text();
  expect(await load('')).toContain("behavior = 'as-documented'");
  expect(await load('?behavior=callback-twice')).toContain("behavior = 'callback-twice'");
  expect(await load("?behavior=';alert(1)//")).toContain("behavior = 'as-documented'");
});
