import { mkdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { type CofferEvent, createCoffer } from '#coffer-client';
import { createMeteredApi } from './app.ts';
import { openJournal } from './journal.ts';

const { PORT, EXAMPLE_PORT, COFFER_URL, CONSOLE_URL, DATA_DIR } = process.env;
/** `npm start` uses this port and the next four. */
const firstPort = Number(PORT || 5173);
const consoleUrl = CONSOLE_URL || `http://localhost:${firstPort + 4}`;
const port = Number(EXAMPLE_PORT || firstPort + 7);
const address = `http://localhost:${port}`;

process.on('uncaughtException', (error) => {
  console.error(error.message);
  process.exit(1);
});

/** Calls the console of `npm start`. In production, the key and the webhook's secret are secrets of your server. */
const callConsole = async (path: string, body?: object) => {
  const headers = { 'Content-Type': 'application/json' };
  const post = body && { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(consoleUrl + path, post).catch(() => undefined);
  if (!response?.ok) throw new Error(`The console at ${consoleUrl} does not respond. Run npm start first.`);
  return response.json();
};

const { key } = await callConsole('/merchant-key');
const coffer = createCoffer({ url: COFFER_URL || `http://localhost:${firstPort + 2}`, key });
const [customer] = await coffer.findCustomers('demo@example.com');

const url = `${address}/webhooks`;
const webhooks: { url: string; secret: string }[] = await callConsole('/merchant-webhooks');
const { secret } =
  webhooks.find((webhook) => webhook.url === url) ?? (await callConsole('/merchant-webhooks', { url }));

const folder = `${DATA_DIR || '.data'}/metered-api`;
mkdirSync(folder, { recursive: true });
const responses = openJournal<string>(`${folder}/responses.jsonl`);
const events = openJournal<CofferEvent>(`${folder}/events.jsonl`);
const pause = () => setTimeout(1_000);
const { fetch: handle } = createMeteredApi({ coffer, webhookSecret: secret, responses, events, pause });

serve({ fetch: handle, hostname: 'localhost', port }, () => {
  const post = `curl -N -X POST -H 'X-Customer: ${customer?.id}' -H 'Idempotency-Key:`;
  console.log(`Spend the demo account's credits. A repeated Idempotency-Key isn't charged again:
${post} 1' ${address}/fortune   # 1 credit
${post} 2' ${address}/picture   # 5 credits
${post} 3' ${address}/story     # 1 credit for each line: stop it early
Then open ${address}/usage/${customer?.id}`);
});
