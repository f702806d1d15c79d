import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { NotBegunError, sendForm } from '#server/store/gateway/send-form.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

const portOf = (listening: { address(): unknown }): number => {
  const address = listening.address();
  return typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0;
};
const serve = async (listener: RequestListener): Promise<URL> => {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return new URL(`http://127.0.0.1:${portOf(server)}/api/transact.php`);
};

describe('a form', () => {
  it('is sent by POST as a whole, and returns its answer with its status', async () => {
    const requests: unknown[] = [];
    const url = await serve(async (request, response) => {
      const { method, headers } = request;
      requests.push([method, request.url, headers['content-type'], await text(request)]);
      response.writeHead(302, { Location: '/elsewhere' });
      response.write('one €');
      response.end(' and two');
    });
    expect(await sendForm(url, { type: 'sale', name: 'Ada & Co' }, 5_000)).toEqual({
      status: 302,
      text: 'one € and two',
    });
    expect(requests).toEqual([
      [
        'POST',
        '/api/transact.php',
        'application/x-www-form-urlencoded;charset=UTF-8',
        'type=sale&name=Ada+%26+Co',
      ],
    ]);
  });

  it.each([
    ['no answer', () => undefined],
    [
      'half an answer',
      (response: Parameters<RequestListener>[1]) => {
        response.write('response=');
      },
    ],
  ])('is aborted with %s in time, and its connection with it', async (_, answer) => {
    let closed: Promise<unknown> | undefined;
    const url = await serve((request, response) => {
      closed = once(request.socket, 'close');
      answer(response);
    });
    await expect(sendForm(url, {}, 200)).rejects.toMatchObject({ name: 'TimeoutError' });
    await closed;
  });

  it('reports the system’s code if nothing listens', async () => {
    const gone = createSocketServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const port = portOf(gone);
    gone.close();
    await once(gone, 'close');
    await expect(sendForm(new URL(`http://127.0.0.1:${port}/`), {}, 5_000)).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  it('is sent only if that is still allowed at its first byte', async () => {
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

  it('is never sent after its time limit, even if a connection comes then', async () => {
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
