import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadConfig, readConfig } from '#services/config.ts';

const smallest = {
  apiBaseUrl: 'http://localhost:5175',
  cognito: { userPoolId: 'local_Coffer', clientId: 'coffer-local-web' },
  gateway: { scriptUrl: 'http://localhost:5176/token/Collect.js', tokenizationKey: 'a-key' },
};
const whole = {
  ...smallest,
  productName: 'Coins',
  cognito: {
    ...smallest.cognito,
    endpoint: 'http://localhost:5174',
    hostedUiDomain: 'auth.example.com',
    verification: 'link',
  },
  storage: 'session',
  idempotencyKey: true,
};

describe('the configuration', () => {
  it('fills in what may be absent', async () => {
    expect(await readConfig(smallest)).toEqual({
      ...smallest,
      productName: 'Credits',
      storage: 'local',
      idempotencyKey: false,
    });
  });

  it('is taken as it stands', async () => {
    expect(await readConfig(whole)).toEqual(whole);
  });

  it.each([
    [{ ...smallest, apiBaseUrl: undefined }, 'apiBaseUrl: is missing'],
    [{ ...smallest, apiBaseUrl: 'javascript:alert(1)' }, 'apiBaseUrl: must be an http(s) address'],
    [{ ...smallest, apiBaseUrl: 'http://store.example' }, 'apiBaseUrl: must be an https address'],
    [{ ...smallest, productName: 'Two\nlines' }, 'productName: must be one line of text'],
    [{ ...smallest, cognito: undefined }, 'cognito: is missing'],
    [{ ...smallest, cognito: 'local' }, 'cognito: must be an object'],
    [
      { ...smallest, cognito: { userPoolId: 'local', clientId: ' ' } },
      'cognito.userPoolId: must look like us-east-1_AbCdEf; cognito.clientId: must not be empty',
    ],
    [
      { ...smallest, gateway: { scriptUrl: 5 } },
      'gateway.scriptUrl: must be a text; gateway.tokenizationKey: is missing',
    ],
    [{ ...smallest, productName: '' }, 'productName: must not be empty'],
    [{ ...smallest, storage: 'cookie' }, 'storage: must be one of local, session, memory'],
    [{ ...smallest, idempotencyKey: 'yes' }, 'idempotencyKey: must be true or false'],
    ['a text', 'must be an object'],
  ])('names each field that is wrong or missing', async (content, problems) => {
    await expect(readConfig(content)).rejects.toThrow(
      expect.objectContaining({ name: 'ConfigError', message: `/config.json: ${problems}` }),
    );
  });

  describe('without the code that names the fields', () => {
    beforeEach(() => {
      vi.resetModules();
      vi.doMock('#services/config-problems.ts', () => {
        throw new Error('Failed to fetch');
      });
    });
    afterEach(() => {
      vi.doUnmock('#services/config-problems.ts');
      vi.resetModules();
    });

    it('is read all the same', async () => {
      const { readConfig } = await import('#services/config.ts');
      expect(await readConfig(whole)).toEqual(whole);
    });

    it('is known to be wrong', async () => {
      const { readConfig } = await import('#services/config.ts');
      await expect(readConfig({ ...smallest, storage: 'cookie' })).rejects.toThrow(
        expect.objectContaining({
          name: 'ConfigError',
          message: '/config.json: a field is wrong or missing',
        }),
      );
    });
  });
});

/** A body whose connection is cut. */
const cutOff = () =>
  new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });

describe('its loading', () => {
  const stampPage = (textContent: string | null) =>
    vi.stubGlobal('document', { getElementById: () => textContent && { textContent } });
  beforeEach(() => stampPage(null));
  afterEach(() => vi.unstubAllGlobals());
  const stubFetch = (answer: () => Promise<Response>) => {
    const fetch = vi.fn(answer);
    vi.stubGlobal('fetch', fetch);
    return fetch;
  };

  it('makes the request that the page preloads', async () => {
    const fetch = stubFetch(async () => Response.json(whole));
    expect(await loadConfig()).toEqual(whole);
    expect(fetch).toHaveBeenCalledWith('/config.json', {
      credentials: 'same-origin',
      signal: expect.any(AbortSignal),
    });
  });

  it.each([
    ['could not be loaded (status 404)', async () => new Response('<html></html>', { status: 404 })],
    ['is not JSON', async () => new Response('<html></html>')],
    ['is not JSON', async () => new Response('')],
    ['could not be loaded', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['could not be loaded', async () => new Response(cutOff())],
  ])('says that it %s', async (problem, answer) => {
    stubFetch(answer);
    await expect(loadConfig()).rejects.toMatchObject({
      name: 'ConfigError',
      message: `/config.json: ${problem}`,
    });
  });
  it('asks for nothing in a page that was stamped', async () => {
    const fetch = stubFetch(async () => Response.json(smallest));
    stampPage(JSON.stringify(whole));
    expect(await loadConfig()).toEqual(whole);
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each([
    ['storage: must be one of local, session, memory', JSON.stringify({ ...whole, storage: 'cookie' })],
    ['is not JSON', '{'],
  ])('says of a stamped page that it %s', async (problem, text) => {
    stampPage(text);
    await expect(loadConfig()).rejects.toMatchObject({ message: `/config.json: ${problem}` });
  });
});
