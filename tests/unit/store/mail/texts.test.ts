import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { topUpPauses } from '#contract/top-up.ts';
import type { MailData } from '#server/store/mail/texts.ts';
import { type MailKind, mailKinds, sampleMail } from './samples.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  // The form of XHTML, and a limit that search engines have.
  rules: { 'doctype-style': 'off', 'long-title': 'off' },
});

/** Returns what a page shows, with the addresses of its links. */
const textOfPage = (html: string): string =>
  html
    .replace(/^.*<h1>.*?<\/h1>/s, '')
    .replaceAll(/<a href="(?:mailto:)?([^"]*)">(.*?)<\/a>/g, (_, url, label) =>
      url === label ? url : `${label}: ${url}`,
    )
    .replaceAll('</dt>\n<dd>', ': ')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/&(lt|gt|amp);/g, (_, name: string) => ({ lt: '<', gt: '>' })[name] ?? '&');

describe.each(mailKinds)('the mail %s', (kind) => {
  const { subject, text, html } = sampleMail(kind);
  it('has the expected text', () =>
    expect(`${subject}\n\n${text}`).toMatchFileSnapshot(`expected/${kind}.txt`));

  it('has valid HTML that says the same', async () => {
    const { results } = await validator.validateString(html);
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
    const words = (content: string) => content.split(/\s+/).filter(Boolean);
    expect(words(textOfPage(html))).toEqual(words(text));
  });
});

it.each<[MailKind, Partial<MailData>, string]>([
  ['refund', { reversal: { kind: 'void', cents: 1_000, credits: 0 } }, 'We canceled your payment of $10.00'],
  ['low-balance', { available: 1 }, 'You have 1 credit left'],
  ['spending-limit', { percent: 80, used: 4_999 }, 'You have used 99% of your spending limit'],
  ['low-balance', { available: -1_000 }, 'You have no credits left'],
])('the subject of the mail %s with %j is: %s', (kind, changes, subject) =>
  expect(sampleMail(kind, changes).subject).toBe(subject),
);

it.each(topUpPauses)('the mail about a pause says why: %s', (pause_reason) => {
  const { text } = sampleMail('top-up-paused', { pause_reason, transaction_id: undefined });
  expect(text).toContain("We won't charge your card.");
  expect(text).not.toMatch(/Something needs your attention|Transaction ID/);
});

it('a mail shows markup as text', () =>
  expect(sampleMail('receipt', { product_name: '<b>"x"' }).html).toContain('&lt;b&gt;&quot;x&quot;'));

it.each([
  ['help@shop.example', 'mailto:help@shop.example'],
  ['https://help.example.com/@shop', 'https://help.example.com/@shop'],
])('a mail links to %s as %s', (support, url) =>
  expect(sampleMail('receipt', {}, support).html).toContain(`<a href="${url}">${support}</a>`),
);

it('a mail leaves out what the store does not know', () => {
  expect(sampleMail('receipt', { card_last4: null }).text).toContain('We charged your card $10.00, and');
  expect(sampleMail('top-up-failed', { next_try: null }).text).toContain("We won't try again.");
});
