import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { queryRefusal, queryReply } from './query.ts';
import { sameSecret, type TransactParts, transact } from './transact.ts';
import { refusal, type TransactReply } from './transact-reply.ts';

const MAX_BODY_BYTES = 16 * 1024;

/**
 * The gateway's server-to-server side: `transact.php` charges, `query.php` tells what happened. Both take and
 * answer the gateway's own forms. What it can read and refuses has status 200, as with the real one.
 */
export function paymentApi(parts: TransactParts): Hono {
  const app = new Hono();

  app.use('/api/transact.php', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => tooLarge(c) }));
  app.post('/api/transact.php', async (c) => {
    const request = await readForm(c);
    if (request === undefined) return formReply(c, refusal('Send a form-encoded request'), 415);
    return formReply(c, await transact(parts, request));
  });

  app.use('/api/query.php', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => tooLarge(c) }));
  app.post('/api/query.php', async (c) => {
    const request = await readForm(c);
    if (request === undefined) return xmlReply(c, queryRefusal('Send a form-encoded request'), 415);
    if (!sameSecret(request.get('security_key') ?? '', parts.securityKey)) {
      return xmlReply(c, queryRefusal('Invalid Security Key'));
    }
    const orderId = request.get('order_id') ?? '';
    if (orderId === '') return xmlReply(c, queryRefusal('order_id is required'));
    const transactionId = request.get('transaction_id') ?? '';
    const sales = parts.sales
      .findByOrder(orderId)
      .filter((sale) => transactionId === '' || sale.transactionId === transactionId);
    return xmlReply(c, queryReply(sales, parts.sales.findRefund));
  });

  app.onError((error, c) => {
    console.error(error);
    return formReply(c, refusal('Internal error'), 500);
  });
  return app;
}

async function readForm(c: Context): Promise<URLSearchParams | undefined> {
  const [type] = (c.req.header('content-type') ?? '').split(';');
  if (type?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return undefined;
  return new URLSearchParams(await c.req.text());
}

type Status = 200 | 413 | 415 | 500;

function formReply(c: Context, reply: TransactReply, status: Status = 200): Response {
  c.header('Content-Type', 'application/x-www-form-urlencoded');
  c.header('Cache-Control', 'no-store');
  return c.body(new URLSearchParams(Object.entries(reply)).toString(), status);
}

function xmlReply(c: Context, xml: string, status: Status = 200): Response {
  c.header('Content-Type', 'text/xml; charset=utf-8');
  c.header('Cache-Control', 'no-store');
  return c.body(xml, status);
}

const tooLarge = (c: Context) =>
  c.req.path.endsWith('transact.php')
    ? formReply(c, refusal('The request is too large'), 413)
    : xmlReply(c, queryRefusal('The request is too large'), 413);
