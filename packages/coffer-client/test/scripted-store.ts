import { createCoffer } from '../src/index.ts';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** One request's outcome. With `lost`, the store handles it, but the client gets no response. */
type Step = Response | Error | 'hang' | 'lost' | undefined | (() => Response);

const readBody = (body: unknown): unknown => (typeof body === 'string' ? JSON.parse(body) : undefined);

interface ScriptedOptions {
  readonly key?: string;
  readonly attempts?: number;
  readonly timeoutMs?: number;
  /** Handles requests whose step is undefined or `lost`, and requests after the last step. */
  readonly store?: typeof fetch;
}

const noStore: typeof fetch = () => Promise.reject(new Error('The test has no further answer'));

/** Creates a client and records what it sends. `steps` scripts the outcome of each request, in order. */
export const createScriptedClient = (
  steps: readonly Step[],
  { key = 'coffer_key_1', store = noStore, ...options }: ScriptedOptions = {},
) => {
  const sent: Sent[] = [];
  const coffer = createCoffer({
    ...options,
    url: 'http://localhost/',
    key,
    async fetch(input, init) {
      const { pathname, search } = new URL(String(input));
      const body = readBody(init?.body);
      const step = steps[sent.push({ method: init?.method ?? '', path: pathname + search, body }) - 1];
      if (step instanceof Error) throw step;
      if (step === 'hang')
        return new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        });
      const scripted = typeof step === 'function' ? step() : step;
      if (scripted instanceof Response) return scripted;
      const response = await store(input, init);
      if (scripted === 'lost') throw new TypeError('fetch failed');
      return response;
    },
  });
  return { coffer, sent };
};

export const answer = (body: object, status = 200): Response => Response.json(body, { status });

export const refuse = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json({ code, detail: 'Why.' }, { status, headers });
