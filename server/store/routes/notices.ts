import type { Context } from 'hono';
import { noticeEndpoints as endpoints } from '#contract/notice-endpoints.ts';
import { type Notices, noticesRequestSchema } from '#contract/notices.ts';
import { customerNotFound } from '../http/http-error.ts';
import type { App } from '../http/middleware.ts';
import { parseBody, readJson } from '../http/requests.ts';
import { serve, serveOwn, unknownCustomer } from '../http/serve.ts';
import { htmlDocument } from '../mail/html.ts';
import { tokenHash } from '../mail/sender.ts';
import type { StoreParts } from '../parts.ts';

/** Adds the settings of the mails that a customer can choose, and the links that stop them. */
export const addNoticeRoutes = (app: App, parts: StoreParts): void => {
  const { database, config } = parts;
  addUnsubscribeRoutes(app, parts);
  const run = async (sql: string, values: unknown[]): Promise<Notices> => {
    const [notices] = await database.query<Notices & Record<string, unknown>>(sql, values);
    if (notices === undefined) throw customerNotFound();
    return config.mail === undefined ? { ...notices, is_available: false } : notices;
  };
  serveOwn(
    app,
    endpoints.read,
    'Returns which notices the customer gets by email',
    'The notices',
    (customerId) => run(`select ${columns} from customers where customer_id = $1`, [customerId]),
  );
  serve(
    app,
    endpoints.save,
    {
      summary: 'Saves which notices the customer gets by email. The store always sends receipts',
      statuses: {
        200: 'Saved',
        400: 'The request is not valid',
        ...unknownCustomer,
      },
    },
    async (c) => {
      const { low_balance, expiring } = parseBody(noticesRequestSchema, await readJson(c));
      return run(saveNotices, [c.get('caller').customerId, low_balance, expiring]);
    },
  );
};

const columns = 'low_balance_notice as low_balance, expiring_notice as expiring';

const saveNotices = `
  update customers set low_balance_notice = $2, expiring_notice = $3 where customer_id = $1 returning ${columns}`;

/** Adds the links in mails that stop one kind of mail (RFC 8058). They need no sign-in, and aren't part of the API. */
const addUnsubscribeRoutes = (app: App, { database }: StoreParts): void => {
  const path = '/mail/unsubscribe/:token';
  // Mail scanners open links, so GET changes nothing.
  app.get(path, (c) =>
    page(c, 'Stop these emails?', '<form method="post"><button type="submit">Stop</button></form>'),
  );
  app.post(path, async (c) => {
    const [known] = await database.query(unsubscribe, [tokenHash(c.req.param('token'))]);
    return known === undefined
      ? page(c, "This link doesn't work", '<p>Open the link in the email again.</p>', 404)
      : page(c, 'You are unsubscribed', '<p>To get these emails again, turn them on in Billing.</p>');
  });
};

const unsubscribe = `
  update customers set
    low_balance_notice = case kind when 'low-balance' then null else low_balance_notice end,
    expiring_notice = expiring_notice and kind <> 'expiring'
  from mail_tokens where token_hash = $1 and customers.customer_id = mail_tokens.customer_id
  returning kind`;

/** Doesn't send the address, which contains the token, to other sites. */
const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

const page = (c: Context, title: string, body: string, status: 200 | 404 = 200): Response =>
  c.html(htmlDocument(title, body), status, pageHeaders);
