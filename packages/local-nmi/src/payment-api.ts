import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { readForm } from 'local-services/http/body.ts';
import { equalSecrets } from 'local-services/secrets.ts';
import type { LateRecords } from './records/late-records.ts';
import { answerQuery } from './records/query.ts';
import { queryRefusal, toRawBytes } from './records/query-xml.ts';
import type { TransactParts } from './transact/parts.ts';
import { refusal, type TransactReply } from './transact/reply.ts';
import { transact } from './transact/transact.ts';

interface PaymentApiParts extends TransactParts {
  readonly late: LateRecords;
}

const maxBodyBytes = 16 * 1024;

/** Creates `transact.php` and `query.php`. Refusals of well-formed requests have status 200, like the real gateway's. */
export const paymentApi = (parts: PaymentApiParts): Hono => {
  const app = new Hono();
  const limit = (tooLarge: (c: Context) => Response) =>
    bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge });

  const transactLimit = limit((c) => formReply(c, refusal('The request is too large'), 413));
  app.post('/api/transact.php', transactLimit, async (c) => {
    const request = await readForm(c);
    if (request === undefined) return formReply(c, refusal('Send a form-encoded request'), 415);
    const reply = await transact(parts, request);
    if (reply === 'lost') return cutConnection(c);
    return reply === 'too-many-requests' ? c.text('Too Many Requests', 429) : formReply(c, reply);
  });

  const queryLimit = limit((c) => xmlReply(c, queryRefusal('The request is too large'), 413));
  app.post('/api/query.php', queryLimit, async (c) => {
    const request = await readForm(c);
    if (request === undefined) return xmlReply(c, queryRefusal('Send a form-encoded request'), 415);
    if (!equalSecrets(request.get('security_key') ?? '', parts.securityKey)) {
      return xmlReply(c, queryRefusal('Invalid Security Key'));
    }
    const orderId = request.get('order_id') ?? '';
    const concerned = orderId === '' ? parts.log.list() : parts.log.findByOrder(orderId);
    const told = concerned.flatMap((transaction) => parts.late.asTold(transaction) ?? []);
    const customers = parts.customers.list().filter(({ savedBy }) => {
      const saving = parts.log.find(savedBy ?? '');
      return saving === undefined || parts.late.asTold(saving) !== undefined;
    });
    const reply = answerQuery({ transactions: told, customers }, request);
    return xmlReply(c, parts.settings().recordText === 'raw' ? toRawBytes(reply) : reply);
  });

  app.onError((error, c) => {
    console.error(error);
    return formReply(c, refusal('Internal error'), 500);
  });
  return app;
};

/** Cuts the connection instead of responding. Without a Node server, fails while sending the response body. */
const cutConnection = (c: Context): Response => {
  const { outgoing }: Partial<HttpBindings> = c.env ?? {};
  if (outgoing !== undefined) {
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('Connection cut')) });
  return new Response(broken);
};

const replyAs =
  (contentType: string) =>
  (c: Context, body: string | Uint8Array<ArrayBuffer>, status: 200 | 413 | 415 | 500 = 200): Response =>
    c.body(body, status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });

const xmlReply = replyAs('text/xml; charset=utf-8');
const encodedReply = replyAs('application/x-www-form-urlencoded');

const formReply = (c: Context, reply: TransactReply, status?: 413 | 415 | 500): Response =>
  encodedReply(c, new URLSearchParams(Object.entries(reply)).toString(), status);
