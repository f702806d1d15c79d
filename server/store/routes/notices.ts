import { noticeEndpoints as endpoints } from '#contract/notice-endpoints.ts';
import { noticesRequestSchema } from '#contract/notices.ts';
import type { App } from '../http/middleware.ts';
import { parseBody, readJson } from '../http/requests.ts';
import { serve, serveOwn, unknownCustomer } from '../http/serve.ts';
import { createNotices } from '../mail/notices.ts';
import type { StoreParts } from '../parts.ts';

export const addNoticeRoutes = (app: App, { database, config }: StoreParts): void => {
  const notices = createNotices(database, config);
  serveOwn(
    app,
    endpoints.read,
    'Returns which notices the customer gets by email',
    'The notices',
    notices.read,
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
        413: 'The request is too large',
        415: 'Not application/json',
      },
    },
    async (c) => notices.save(c.get('caller').customerId, parseBody(noticesRequestSchema, await readJson(c))),
  );
};
