import { createTransport } from 'nodemailer';
import { afterAll, expect, it } from 'vitest';
import { startMailServer } from '#local/mail-server.ts';
import { StartError } from '#local/options.ts';
import { createDisposableStack } from '#local-services/disposable-stack.ts';

const disposables = createDisposableStack();
afterAll(() => disposables.disposeAsync());
const mails = await startMailServer(0, disposables);
const send = (to: string, subject: string, text: string) =>
  createTransport({ url: `smtp://127.0.0.1:${mails.port}` }).sendMail({
    ...{ from: 'mail@shop.example', to, subject, text, html: '<p>x</p>' },
    ...{ headers: { 'X-Coffer-Kind': 'receipt' }, textEncoding: 'quoted-printable' },
  });

it('the local mail server keeps the store’s emails, newest first', async () => {
  const [text, subject] = [`Café ${'= 50 % '.repeat(40)}`.trim(), 'a long subject '.repeat(9).trim()];
  await send('ada@example.com', 'Your receipt', 'Thanks.');
  await send('grace@example.com', 'x', 'x');
  await send('ada@example.com', subject, text);
  expect(mails.list('ADA@example.com')).toMatchObject([
    { to: 'ada@example.com', kind: 'receipt', subject, text },
    { subject: 'Your receipt', text: 'Thanks.' },
  ]);
  expect(mails.list()).toHaveLength(3);
  mails.clear();
  expect(mails.list()).toEqual([]);
});

it('npm start names the variable to change if the mail server’s port is in use', async () => {
  const taken = startMailServer(mails.port, createDisposableStack());
  await expect(taken).rejects.toThrow(StartError);
  await expect(taken).rejects.toThrow('Set MAIL_PORT to another port');
});
