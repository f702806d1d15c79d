import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { NoticesRequest } from '#contract/notices.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { spend } from '../support/spending.ts';
import { startAnother } from '../support/store-under-test.ts';
import { mailsOfFile } from './mails-of-file.ts';

const { store, mailServer, work } = await mailsOfFile();
const notices = (customer: string, body?: NoticesRequest, { call }: Pick<typeof store, 'call'> = store) =>
  call('/api/notices', { as: customer, ...(body !== undefined && { method: 'PUT', body }) });

it('at first, a customer gets notices of expiring credits only', async () => {
  const customer = await store.newCustomer();
  expect((await notices(customer)).body).toEqual({ low_balance: null, expiring: true });
  const chosen = { low_balance: 5, expiring: false };
  expect(await notices(customer, chosen)).toMatchObject({ status: 200, body: chosen });
  expect((await notices(customer)).body).toEqual(chosen);
  expect(await notices(customer, { ...chosen, low_balance: 0 })).toMatchObject({ status: 400 });
  expect(await notices(randomUUID())).toMatchObject({ status: 404 });
});

it('GET /api/notices says that the notices are unavailable if the store has no mail server', async () => {
  const another = await startAnother(store, { mail: undefined });
  expect((await notices(await store.newCustomer(), undefined, another)).body).toMatchObject({
    is_available: false,
  });
});

it('a POST to the link in a mail stops its kind of mail, and a GET changes nothing', async () => {
  const customer = await store.newCustomer();
  await pay(store, customer, paymentRequest(), randomUUID());
  await notices(customer, { low_balance: 1_300, expiring: true });
  await spend(store, customer, 1);
  await work();
  const { message = '' } = mailServer.received.find(({ subject }) => subject.includes('1,299')) ?? {};
  expect(message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  const [, path = ''] = /^List-Unsubscribe:\s+<https:\/\/api\.shop\.example(\S+)>\r$/m.exec(message) ?? [];
  expect(path).toMatch(/^\/mail\/unsubscribe\/[\w-]{43}$/);
  const open = (address: string, method: string) =>
    store.app.request(`http://localhost${address}`, {
      method,
      headers: { Host: 'localhost', Origin: 'https://mail.example' },
      ...(method === 'POST' && { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }),
    });

  const page = await open(path, 'GET');
  expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain('<form method="post">');
  expect((await notices(customer)).body).toEqual({ low_balance: 1_300, expiring: true });
  for (let times = 0; times < 2; times += 1) expect((await open(path, 'POST')).status).toBe(200);
  expect((await notices(customer)).body).toEqual({ low_balance: null, expiring: true });
  expect((await open('/mail/unsubscribe/x', 'POST')).status).toBe(404);
  expect(JSON.stringify(store.logged)).not.toContain(path.slice(-43));
});
