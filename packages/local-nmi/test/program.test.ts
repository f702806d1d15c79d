import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { replyTo } from '../../local-services/test/serving.ts';
import { readOptions, startProgram } from '../src/program.ts';

const start = async (...args: string[]) => {
  const service = await startProgram(readOptions(['--port', '0', ...args]));
  onTestFinished(() => service.close());
  return service.origin;
};

test.each([
  [['--webhook', 'mailto:x'], '--webhook takes a URL like http://localhost:3000/webhooks, not mailto:x'],
  [
    ['--webhook', 'localhost:3000'],
    '--webhook takes a URL like http://localhost:3000/webhooks, not localhost:3000',
  ],
  [['--page-origin', 'shop'], '--page-origin takes an origin like https://shop.example.com, not shop'],
  [['--tokenization-key', 'x'], '--tokenization-key takes a key like aaaaaa-bbbbbb-cccccc-dddddd, not x'],
  [['--security-key', ''], '--security-key takes a key, which may not be empty'],
  [['--signing-key', ''], '--signing-key takes a key, which may not be empty'],
])('the arguments %j are refused with one line that says what to pass', (args, message) => {
  expect(() => readOptions(args)).toThrow(new Error(message));
});

test.each(['secure.nmi.com', 'secure.networkmerchants.com'])(
  'the gateway serves requests whose Host header is %s',
  async (host) => {
    const origin = await start();
    const headers = { host, origin: `https://${host}`, 'content-type': 'application/json' };
    const request = httpRequest(`${origin}/token/api/tokens`, { method: 'POST', headers });
    const card = { ccnumber: '4111111111111111', ccexp: '12/40', cvv: '999' };
    request.end(JSON.stringify({ tokenizationKey: 'public-tokens-nmi000-local1', ...card }));
    const reply = await replyTo(request);
    expect([reply.statusCode, JSON.parse(await text(reply))]).toEqual([
      201,
      expect.objectContaining({ token: expect.any(String) }),
    ]);
  },
);

test('pages on this machine and on configured origins can show the card fields', async () => {
  const origin = await start('--page-origin', 'https://shop.example.com/cart');
  const { headers } = await fetch(`${origin}/token/inline.php?elementId=cvv`);
  expect(headers.get('content-security-policy')).toContain(
    'frame-ancestors http://localhost:* http://127.0.0.1:* https://shop.example.com;',
  );
});

test('/local lists sales, records and faults', async () => {
  const origin = await start();
  for (const path of ['sales', 'transactions', 'faults'])
    expect(await (await fetch(`${origin}/local/${path}`)).json()).toEqual([]);
});
