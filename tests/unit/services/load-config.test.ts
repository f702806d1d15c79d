import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '#services/load-config.ts';

const content = {
  productName: 'Coins',
  apiBaseUrl: 'http://localhost:5175',
  cognito: { userPoolId: 'local_Coffer', clientId: 'coffer-local-web' },
  gateway: { scriptUrl: 'http://localhost:5176/token/Collect.js', tokenizationKey: 'a-key' },
  storage: 'session',
  idempotencyKey: true,
  selfRefundDays: 14,
};

const cutOff = () =>
  new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });

describe('loading the configuration', () => {
  const stampPage = (textContent: string | null) =>
    vi.stubGlobal('document', { getElementById: () => textContent && { textContent } });
  beforeEach(() => stampPage(null));
  const stubFetch = (answer: () => Promise<Response>) => {
    const fetch = vi.fn(answer);
    vi.stubGlobal('fetch', fetch);
    return fetch;
  };

  it('makes the same request as the page’s preload', async () => {
    const fetch = stubFetch(async () => Response.json(content));
    expect(await loadConfig()).toEqual(content);
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
    [
      'storage: must be one of local, session, memory',
      async () => Response.json({ ...content, storage: 'cookie' }),
    ],
  ])('rejects with the problem "%s"', async (message, answer) => {
    stubFetch(answer);
    await expect(loadConfig()).rejects.toMatchObject({ name: 'ConfigError', message });
  });

  it('requests nothing on a stamped page', async () => {
    const fetch = stubFetch(async () => Response.error());
    stampPage(JSON.stringify(content));
    expect(await loadConfig()).toEqual(content);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('rejects on a stamped page whose configuration is not JSON', async () => {
    stampPage('{');
    await expect(loadConfig()).rejects.toMatchObject({ name: 'ConfigError', message: 'is not JSON' });
  });
});
