import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NotBegunError, sendForm } from '#server/store/gateway/send-form.ts';
import { listenOnLoopback } from '../support/loopback.ts';

const serve = async (listener: RequestListener): Promise<URL> => {
  const server = await listenOnLoopback(listener);
  onTestFinished(() => server.close());
  return new URL('/api/transact.php', server.url);
};

describe('sendForm', () => {
  it('sends a form by POST and returns the response’s status and whole body', async () => {
    const requests: unknown[] = [];
    const url = await serve(async (request, response) => {
      const { method, headers } = request;
      requests.push([method, request.url, headers['content-type'], await text(request)]);
      response.writeHead(302, { Location: '/elsewhere' });
      response.write('one €');
      response.end(' and two');
    });
    const answered = await sendForm(url, { type: 'sale', name: 'Ada & Co' }, 5_000);
    expect(answered).toEqual({ status: 302, text: 'one € and two' });
    const type = 'application/x-www-form-urlencoded;charset=UTF-8';
    expect(requests).toEqual([['POST', '/api/transact.php', type, 'type=sale&name=Ada+%26+Co']]);
  });

  it.each([
    ['no response', () => undefined],
    [
      'half a response',
      (response: Parameters<RequestListener>[1]) => {
        response.write('response=');
      },
    ],
  ])('aborts and closes the connection on timeout if the server sends %s', async (_, answer) => {
    let closed: Promise<unknown> | undefined;
    const url = await serve((request, response) => {
      closed = once(request.socket, 'close');
      answer(response);
    });
    await expect(sendForm(url, {}, 200)).rejects.toMatchObject({ name: 'TimeoutError' });
    await closed;
  });

  it('fails with ECONNREFUSED if no server listens', async () => {
    const gone = await listenOnLoopback(() => undefined);
    await gone.close();
    const refused = { code: 'ECONNREFUSED' };
    await expect(sendForm(new URL(gone.url), {}, 5_000)).rejects.toMatchObject(refused);
  });

  it('sends a form only if the caller still allows it right before the first byte', async () => {
    const requests: string[] = [];
    const url = await serve((request, response) => {
      requests.push(request.url ?? '');
      response.end();
    });
    const asked: number[] = [];
    await sendForm(url, {}, 5_000, () => {
      asked.push(requests.length);
      return true;
    });
    expect(asked).toEqual([0]);
    await expect(sendForm(url, {}, 5_000, () => false)).rejects.toBeInstanceOf(NotBegunError);
    await sendForm(new URL('/next', url), {}, 5_000);
    expect(requests).toEqual(['/api/transact.php', '/next']);
  });

  it('never sends a form after its time limit, even if it connects later', async () => {
    const requests: string[] = [];
    const url = await serve((request, response) => {
      requests.push(request.url ?? '');
      response.end();
    });
    const sent = sendForm(new URL('/late', url), {}, 0);
    // Block the event loop, so that the timeout passes before a connection exists.
    const end = performance.now() + 20;
    while (performance.now() < end);
    await expect(sent).rejects.toMatchObject({ name: 'TimeoutError' });
    await sendForm(new URL('/next', url), {}, 5_000);
    expect(requests).toEqual(['/next']);
  });
});
