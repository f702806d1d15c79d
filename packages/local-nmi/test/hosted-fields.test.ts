import { describe, expect, test } from 'vitest';
import { type GatewayUnderTest, gatewayOrigin, startGateway, tokenizationKey } from './gateway-under-test.ts';

const card = { tokenizationKey, ccnumber: '4111 1111 1111 1111', ccexp: '12/30', cvv: '123' };

const post = (gateway: GatewayUnderTest, path: string, body: unknown, headers: Record<string, string> = {}) =>
  gateway.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('tokens', () => {
  test('come with the displayable card data', async () => {
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

  test('are refused for a wrong field, which the answer names', async () => {
    const gateway = await startGateway();
    const reply = await post(gateway, '/token/api/tokens', { ...card, ccexp: '01/20' });
    expect(reply.status).toBe(422);
    expect(await reply.json()).toEqual({ field: 'ccexp', detail: expect.any(String) });
  });

  test('never repeat the input', async () => {
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
    ['a form', card, { 'content-type': 'text/plain' }, 415],
    ['no JSON', '{', {}, 400],
    ['a flood', { ...card, cvv: 'x'.repeat(5000) }, { 'content-length': '5200' }, 413],
  ])('refuses %s', async (_name, body, headers, status) => {
    const gateway = await startGateway();
    const reply = await post(gateway, '/token/api/tokens', body, headers);
    expect(reply.status).toBe(status);
    expect(await reply.json()).toEqual({ detail: expect.any(String) });
  });
});

describe('a token built field by field', () => {
  const create = async (gateway: GatewayUnderTest, key = tokenizationKey) =>
    gateway.fetch('/token/api/create', {
      method: 'POST',
      body: new URLSearchParams({ tokenizationKey: key }),
      headers: { origin: 'https://shop.example' },
    });

  const start = async () => {
    const gateway = await startGateway();
    const { token: tokenId } = await (await create(gateway)).json();
    const read = async (path: string, body: object) => {
      const reply = await post(gateway, `/token/api/${path}`, { tokenizationKey, tokenId, ...body });
      return reply.ok ? reply.json() : reply.status;
    };
    return {
      gateway,
      tokenId,
      save: (elementId: string, value: string) =>
        read('save_multipart_token', { data: [{ elementId, value }] }),
      lookUp: () => read('lookup', {}),
    };
  };

  test('stands for the last saved value of each field, and its lookup has null for the rest', async () => {
    const { gateway, tokenId, save, lookUp } = await start();
    expect(await lookUp()).toMatchObject({ card: { number: null, exp: null, type: null } });
    expect(await save('ccnumber', '5431 1111 1111 1111')).toEqual({ token: tokenId });
    expect(await save('ccnumber', '4111 1111 1111 1111')).toEqual({ token: tokenId });
    expect(await gateway.sale({ payment_token: tokenId })).toMatchObject({ response: '3' });
    expect(await save('ccexp', '12/30')).toEqual({ token: tokenId });
    expect(await save('cvv', '999')).toEqual({ token: tokenId });
    expect(await lookUp()).toMatchObject({
      card: { number: '411111******1111', bin: '411111', exp: '1230', type: 'visa' },
      check: { name: null },
    });
    expect(await gateway.sale({ payment_token: tokenId })).toMatchObject({ response: '1', cvvresponse: 'M' });
    expect(await lookUp()).toBe(404);
    expect(await save('cvv', '999')).toBe(404);
  });

  test('loses a field if its newer value is refused', async () => {
    const { save, lookUp } = await start();
    await save('ccexp', '12/30');
    expect(await save('ccexp', '')).toEqual({ error: 'Field is empty' });
    expect(await lookUp()).toMatchObject({ card: { exp: null } });
  });

  test('is issued to any page with the key, and only the fields can save to it', async () => {
    const gateway = await startGateway();
    const created = await create(gateway);
    expect(created.status).toBe(200);
    expect(created.headers.get('access-control-allow-origin')).toBe('*');
    expect((await create(gateway, 'wrong')).status).toBe(401);
    const { token: tokenId } = await created.json();
    const body = { tokenizationKey, tokenId, data: [{ elementId: 'cvv', value: '123' }] };
    const save = (origin: string) => post(gateway, '/token/api/save_multipart_token', body, { origin });
    expect((await save('https://shop.example')).status).toBe(403);
    expect((await save(gatewayOrigin)).status).toBe(200);
  });
});

describe('what browsers load', () => {
  test('the script behaves as documented by default', async () => {
    const gateway = await startGateway();
    const load = async (query: string) => (await gateway.fetch(`/token/Collect.js${query}`)).text();
    expect(await load('')).toContain("behavior = 'as-documented'");
    expect(await load('?behavior=callback-twice')).toContain("behavior = 'callback-twice'");
    expect(await load("?behavior=';alert(1)//")).toContain("behavior = 'as-documented'");
  });

  test.each([
    ['ccnumber', 'cc-number'],
    ['ccexp', 'cc-exp'],
    ['cvv', 'cc-csc'],
  ])('the page of %s has one input and nothing inline', async (field, autocomplete) => {
    const gateway = await startGateway();
    const reply = await gateway.fetch(`/token/inline.php?token=placeholder&elementId=${field}`);
    const html = await reply.text();
    expect(html.match(/<input/g)).toHaveLength(1);
    expect(html).toContain(`id="${field}"`);
    expect(html).toContain(`autocomplete="${autocomplete}"`);
    expect(html).not.toMatch(/style=|<style|<script>|\son\w+=/);
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });
});
