import { describe, expect, test } from 'vitest';
import { type GatewayUnderTest, gatewayOrigin, startGateway, tokenizationKey } from './gateway-under-test.ts';

const card = {
  tokenizationKey: tokenizationKey,
  ccnumber: '4111 1111 1111 1111',
  ccexp: '12/30',
  cvv: '123',
};

const post = (gateway: GatewayUnderTest, path: string, body: unknown, headers: Record<string, string> = {}) =>
  gateway.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('tokens', () => {
  test('come with what may be shown of the card', async () => {
    const gateway = await startGateway();
    const reply = await post(gateway, '/token/api/tokens', card);
    expect(reply.status).toBe(201);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(await reply.json()).toMatchObject({
      tokenType: 'inline',
      token: expect.stringMatching(/^[0-9a-f-]{36}$/),
      card: { number: '411111******1111', bin: '411111', exp: '1230', type: 'visa' },
    });
  });

  test.each([
    [{ ccnumber: '4111111111111112' }, 'ccnumber'],
    [{ ccnumber: '4242424242424242' }, 'ccnumber'],
    [{ ccexp: '01/20' }, 'ccexp'],
    [{ cvv: '1' }, 'cvv'],
  ])('are refused for %o, naming %s', async (wrong, field) => {
    const gateway = await startGateway();
    const reply = await post(gateway, '/token/api/tokens', { ...card, ...wrong });
    expect(reply.status).toBe(422);
    expect(await reply.json()).toEqual({ field, detail: expect.any(String) });
  });

  test('are the ones that were fetched for them, once', async () => {
    const gateway = await startGateway();
    const { token } = await (
      await gateway.fetch(`/token/api/token?tokenization_key=${tokenizationKey}`)
    ).json();
    const tokenFor = async (wanted: unknown) =>
      (await post(gateway, '/token/api/tokens', { ...card, token: wanted })).json();
    expect(await tokenFor(token)).toMatchObject({ token });
    expect(await tokenFor(token)).not.toMatchObject({ token });
    expect((await post(gateway, '/token/api/tokens', { ...card, token: 'mine' })).status).toBe(400);
  });

  test('never repeat what was typed', async () => {
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
    ['a wrong shape', { ...card, ccexp: 7 }, {}, 400],
    ['a flood', { ...card, cvv: 'x'.repeat(5000) }, { 'content-length': '5200' }, 413],
  ])('refuses %s', async (_name, body, headers, status) => {
    const gateway = await startGateway();
    const reply = await post(gateway, '/token/api/tokens', body, headers);
    expect(reply.status).toBe(status);
    expect(await reply.json()).toEqual({ detail: expect.any(String) });
  });

  test('checks a field for its own pages', async () => {
    const gateway = await startGateway();
    const check = { tokenizationKey: tokenizationKey, field: 'ccexp', value: '' };
    const reply = await post(gateway, '/token/api/check', check, { origin: gatewayOrigin });
    expect(await reply.json()).toEqual({ valid: false, message: 'Field is empty' });
  });

  test.each(['configuration', 'token'])('answers any page that has its key: %s', async (path) => {
    const gateway = await startGateway();
    const ask = (key: string) => gateway.fetch(`/token/api/${path}?tokenization_key=${key}`);
    const known = await ask(tokenizationKey);
    expect(known.status).toBe(200);
    expect(known.headers.get('access-control-allow-origin')).toBe('*');
    expect((await ask('wrong')).status).toBe(401);
  });
});

describe('what browsers load', () => {
  test('the script behaves unless told otherwise', async () => {
    const gateway = await startGateway();
    const load = async (query: string) => (await gateway.fetch(`/token/Collect.js${query}`)).text();
    expect(await load('')).toContain("behaviour = 'as-documented'");
    expect(await load('?behaviour=callback-twice')).toContain("behaviour = 'callback-twice'");
    expect(await load("?behaviour=';alert(1)//")).toContain("behaviour = 'as-documented'");
  });

  test.each([
    ['ccnumber', 'cc-number'],
    ['ccexp', 'cc-exp'],
    ['cvv', 'cc-csc'],
  ])('the page of %s holds one input and nothing inline', async (field, autocomplete) => {
    const gateway = await startGateway();
    const reply = await gateway.fetch(`/token/fields/${field}`);
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
