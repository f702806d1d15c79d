import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { streamText } from 'hono/streaming';
import {
  type Coffer,
  CofferError,
  type CofferEvent,
  type Customer,
  type UsageBy,
  verifyWebhook,
  WebhookSignatureError,
} from '#coffer-client';
import type { Journal } from './journal.ts';

interface Options {
  readonly coffer: Coffer;
  readonly webhookSecret: string;
  /** Responses by the request's id, and events by their own. */
  readonly responses: Journal<string>;
  readonly events: Journal<CofferEvent>;
  readonly pause: () => Promise<unknown>;
}

const writeFortune = () => 'A pleasant surprise is waiting for you.\n';
const drawPicture = () => '<svg xmlns="http://www.w3.org/2000/svg"><circle r="80" fill="gold"/></svg>\n';
const story = ['Once there was a coin.', 'It was spent.', 'It came back.', 'The end.'];

/** Reads who pays for which call. A repeated request has the same id, so the store charges it once. */
const readRequest = (c: Context) => {
  // A real API takes the customer's id from an access token that it has verified.
  const customerId = c.req.header('X-Customer');
  if (!customerId) throw new HTTPException(401, { message: 'The header X-Customer is missing' });
  const key = c.req.header('Idempotency-Key');
  if (!key) throw new HTTPException(400, { message: 'The header Idempotency-Key is missing' });
  const reference = `${c.req.method} ${c.req.path}`;
  const hash = createHash('sha256').update(`${customerId}\n${reference}\n${key}`).digest('hex');
  const id = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
  return { id, customerId, reference };
};

const isBelow = ({ type, data }: CofferEvent, { id, available }: Customer) =>
  type === 'balance.low' && data.id === id && 'available' in data && available <= data.available;

/** Renders a customer's usage. The tag `html` escapes every value. */
const usagePage = ({ email, available }: Customer, { rows, credits }: UsageBy<'reference'>, isLow: boolean) =>
  html`<!doctype html><title>Usage</title>
<h1>Usage of ${email ?? 'a new customer'}</h1>
<p>${available} credits left.${isLow ? ' Buy more soon.' : ''}</p>
<table><tr><th>Call<th>Count<th>Credits
${rows.map((row) => html`<tr><td>${row.reference ?? 'Other'}<td>${row.count}<td>${row.credits}`)}
<tr><td>Last 30 days<td><td>${credits}
</table>`;

const respondToError = (error: Error, c: Context) => {
  if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
  if (error instanceof WebhookSignatureError) return c.json({ error: error.message }, 400);
  if (!(error instanceof CofferError)) throw error;
  const { code, required, available, resetsAt, buyUrl } = error;
  if (code === 'insufficient-credits')
    return c.json({ error: 'Not enough credits', required, available, buyUrl }, 402);
  if (code === 'spending-limit-reached') return c.json({ error: 'Spending limit reached', resetsAt }, 402);
  if (code === 'customer-blocked') return c.json({ error: 'This account is blocked' }, 402);
  if (code === 'customer-not-found') return c.json({ error: 'Unknown customer' }, 401);
  if (code.startsWith('hold-')) return c.json({ error: 'Ended: send another Idempotency-Key' }, 409);
  // Fail closed: if the store is unavailable, don't serve requests for free.
  console.error(error.message);
  return c.json({ error: 'Charging is not possible right now' }, 503);
};

/** Creates an API that charges 1 credit for a fortune, 5 for a picture, and 1 for each sentence of a story. */
export const createMeteredApi = ({ coffer, webhookSecret, responses, events, pause }: Options) => {
  const app = new Hono().onError(respondToError);

  /** Charges a fixed price before the work. If the work can fail, use a hold, as for the story. */
  const charge = (credits: number, work: () => string) => async (c: Context) => {
    const request = readRequest(c);
    const earlier = responses.get(request.id);
    if (earlier !== undefined) return c.text(earlier);
    await coffer.spend({ ...request, credits });
    // If the process is killed here, the repeated request spends with the same id, which charges nothing.
    const response = work();
    responses.add(request.id, response);
    return c.text(response);
  };
  app.post('/fortune', charge(1, writeFortune));
  app.post('/picture', charge(5, drawPicture));

  /** Streams the story. Calls `end` with the number of sentences sent, even if the client disconnects. */
  const tell = (c: Context, end: (sent: number) => void) =>
    streamText(c, async (stream) => {
      let sent = 0;
      for (const sentence of story) {
        await stream.writeln(sentence);
        if (stream.aborted) break;
        sent += 1;
        await pause();
      }
      end(sent);
    });
  const holdThenTell = (c: Context) =>
    new Promise<Response>((respond, fail) => {
      const hold = { ...readRequest(c), credits: story.length, expiresIn: 60 };
      const work = () => new Promise<number>((end) => respond(tell(c, end)));
      // Log every error, because the client can't receive one after the response has begun.
      coffer.withHold(hold, work).catch((error: Error) => {
        console.error(error.message);
        fail(error);
      });
    });
  app.post('/story', holdThenTell);

  app.post('/webhooks', async (c) => {
    const event = verifyWebhook(c.req.raw.headers, await c.req.text(), webhookSecret);
    // An event can arrive twice.
    if (events.get(event.id) === undefined) {
      events.add(event.id, event);
      console.log(`Received ${event.type} of ${event.data.id}`);
    }
    return c.body(null, 204);
  });

  app.get('/usage/:customer', async (c) => {
    const id = c.req.param('customer');
    const customer = await coffer.readCustomer(id);
    const usage = await coffer.readUsage(id, { by: 'reference' });
    const isLow = events.list().some((event) => isBelow(event, customer));
    return c.html(usagePage(customer, usage, isLow));
  });

  return app;
};
