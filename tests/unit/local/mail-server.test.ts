import { afterAll, expect, it } from 'vitest';
import { startMailServer } from '#local/mail-server.ts';
import { StartError } from '#local/options.ts';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { createMailPoster } from '#server/store/mail/post-mail.ts';

const disposables = createDisposableStack();
afterAll(() => disposables.disposeAsync());
const mails = await startMailServer(0, disposables);
const { post } = createMailPoster(
  {
    server: { host: '127.0.0.1', port: mails.port, isSecure: false, user: '', password: '' },
    from: { name: '', address: 'mail@shop.example' },
  },
  10_000,
);
const send = (to: string, subject: string, text: string) =>
  post(
    {
      id: '1',
      kind: 'receipt',
      to,
      date: new Date(0),
      subject,
      text,
      html: '<p>x</p>',
      unsubscribeUrl: undefined,
    },
    new AbortController().signal,
  );

it('the local mail server keeps the store’s emails, newest first', async () => {
  const long = `Café ${'= 50 % '.repeat(40)}`.trim();
  expect(await send('ada@example.com', 'Your receipt', 'Thanks.')).toEqual({ outcome: 'sent' });
  await send('grace@example.com', 'x', 'x');
  await send('ada@example.com', `Café ${'ü'.repeat(80)}`, long);
  expect(mails.list('ADA@example.com')).toMatchObject([
    { to: 'ada@example.com', kind: 'receipt', subject: `Café ${'ü'.repeat(80)}`, text: long },
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
