import { createCoffer } from '../src/index.ts';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

type Step = Response | Error | 'hang' | ((sent: Sent) => Response);

const readBody = (body: unknown): unknown => (typeof body === 'string' ? JSON.parse(body) : undefined);

/** A client whose store answers with `steps`, one by one. */
export const createScriptedClient = (
  steps: readonly Step[],
  options: { readonly attempts?: number; readonly timeoutMs?: number } = {},
) => {
  const sent: Sent[] = [];
  const coffer = createCoffer({
    ...options,
    url: 'https://credits.example.com/',
    key: 'coffer_key_1',
    async fetch(input, init) {
      const { pathname, search } = new URL(String(input));
      const request = {
        method: init?.method ?? '',
        path: pathname + search,
        body: readBody(init?.body),
      };
      const step = steps[sent.push(request) - 1];
      if (step === undefined) throw new Error('The test has no further answer');
      if (step instanceof Error) throw step;
      if (step === 'hang')
        return new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        });
      return typeof step === 'function' ? step(request) : step;
    },
  });
  return { coffer, sent };
};

export const answer = (body: object, status = 200): Response => Response.json(body, { status });

export const refuse = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json({ code, detail: 'Why.' }, { status, headers });
