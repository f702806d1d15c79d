import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const ask = vi.fn<(href: string) => Promise<Response>>();
const load = vi.fn<() => Promise<string>>();
const lost = vi.fn<(event: Event & { payload?: Error }) => void>();
const page = { baseURI: 'https://store.example/login', querySelectorAll: () => [{ href: at('named.js') }] };

function at(file: string): string {
  return `https://store.example/assets/${file}`;
}

const freshImport = () => {
  vi.resetModules();
  return import('#chunks/import-chunk.ts');
};

beforeEach(() => {
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', { dispatchEvent: lost });
  vi.stubGlobal('fetch', ask);
  ask.mockImplementation(async () => new Response());
  load.mockResolvedValue('the chunk');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

describe('a chunk', () => {
  const files = ['assets/chunk.js', 'assets/shared.js', 'assets/named.js'];

  it('is imported once its files have arrived, except those that the page lists itself', async () => {
    const { importChunk } = await freshImport();
    let arrive = (): void => undefined;
    ask.mockReturnValueOnce(
      new Promise((resolve) => {
        arrive = () => resolve(new Response());
      }),
    );
    const imported = importChunk(load, files);
    await vi.waitFor(() => expect(ask.mock.calls).toEqual([[at('chunk.js')], [at('shared.js')]]));
    expect(load).not.toHaveBeenCalled();
    arrive();
    expect(await imported).toBe('the chunk');
  });

  it('has its files requested once, however often and wherever it is imported', async () => {
    const { importChunk } = await freshImport();
    await Promise.all([importChunk(load, files), importChunk(load, files.slice(1))]);
    await importChunk(load, files);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['does not arrive', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is gone', () => Promise.resolve(new Response(null, { status: 404 }))],
  ])('is not imported if a file %s, and can be retried', async (_what, answer) => {
    const { importChunk } = await freshImport();
    ask.mockImplementationOnce(answer);
    await expect(importChunk(load, files)).rejects.toThrow('did not load: assets/chunk.js');
    expect(load).not.toHaveBeenCalled();
    expect(lost).toHaveBeenCalledOnce();
    expect(lost.mock.calls[0]?.[0]).toMatchObject({
      type: 'vite:preloadError',
      payload: new Error('A part of the app did not load: assets/chunk.js'),
    });
    expect(await importChunk(load, files)).toBe('the chunk');
    expect(ask.mock.calls.map(([href]) => href)).toEqual([at('chunk.js'), at('shared.js'), at('chunk.js')]);
  });

  it('that is not needed yet fails silently, even if another import is running', async () => {
    const { importChunk, importAhead } = await freshImport();
    ask.mockRejectedValue(new TypeError('Failed to fetch'));
    const ahead = importAhead(() => importChunk(load, ['assets/ahead.js']));
    const needed = importChunk(load, ['assets/needed.js']);
    await expect(ahead).rejects.toThrow('assets/ahead.js');
    await expect(needed).rejects.toThrow('assets/needed.js');
    expect(lost).toHaveBeenCalledOnce();
    expect(lost.mock.calls[0]?.[0].payload?.message).toContain('assets/needed.js');
  });

  it('that fails on its own is reported in the same way', async () => {
    const { importChunk } = await freshImport();
    const failure = new SyntaxError('Unexpected token');
    load.mockRejectedValueOnce(failure);
    await expect(importChunk(load)).rejects.toMatchObject({ cause: failure });
    expect(lost).toHaveBeenCalledOnce();
  });
});
