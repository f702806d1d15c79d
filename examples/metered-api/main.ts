import { serve } from '@hono/node-server';
import { createCoffer } from '#coffer-client';
import { createMeteredApi } from './app.ts';

/** Run this with `npm run example` while `npm start` is running. */
const { COFFER_URL: url = 'http://localhost:5175', CONSOLE_URL = 'http://localhost:5177' } = process.env;
const port = Number(process.env['EXAMPLE_PORT'] ?? 5180);

const answerOf = async (path: string) => {
  const reply = await fetch(`${CONSOLE_URL}${path}`).catch(() => undefined);
  if (!reply?.ok) throw new Error(`The console at ${CONSOLE_URL} does not answer: run npm start first`);
  return reply.json();
};

// In production, keep the key in a secret on your server.
const { key } = await answerOf('/merchant-key');
const coffer = createCoffer({ url, key });
const [customer] = await coffer.findCustomers('demo@example.com');

serve({ fetch: createMeteredApi(coffer).fetch, hostname: 'localhost', port }, () => {
  console.log(`Spend a credit of the demo account:
curl -H 'X-Customer: ${customer?.id}' http://localhost:${port}/fortune`);
});
