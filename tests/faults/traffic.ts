import type { BrowserContext } from '@playwright/test';
import * as v from 'valibot';
import { pagesOf } from '#tests/browser/kept-context.ts';

export type Traffic = ReturnType<typeof watchTraffic>;

/** The gateway script requests this path after its fields send the card, before it passes on the token. */
const lookupPath = '/token/api/lookup';
const lookupSchema = v.object({ tokenId: v.string() });
const failurePrefix = 'Payment: ';

/** Removes the token from a card frame's URL, where it isn't secret yet because it has no card. */
const withoutFrameToken = (address: string): string => {
  const url = new URL(address);
  if (url.pathname === '/token/inline.php') url.searchParams.delete('token');
  return url.href;
};

export const watchTraffic = (context: BrowserContext, store: string) => {
  const urls: string[] = [];
  const messages: string[] = [];
  const failures: { text: string; key: string | undefined }[] = [];
  const paymentTokens: string[] = [];
  let tokensGiven = 0;
  let accessToken = '';
  let key: string | undefined;

  context.on('request', (request) => {
    urls.push(withoutFrameToken(request.url()));
    const { authorization, 'idempotency-key': sent } = request.headers();
    if (request.url().startsWith(`${store}/`) && authorization !== undefined)
      accessToken = authorization.replace(/^Bearer /, '');
    if (sent !== undefined) key = sent;
  });
  context.on('response', (response) => {
    const request = response.request();
    if (request.method() !== 'POST' || new URL(request.url()).pathname !== lookupPath || !response.ok())
      return;
    tokensGiven += 1;
    paymentTokens.push(v.parse(lookupSchema, request.postDataJSON()).tokenId);
  });
  context.on('console', (message) => {
    const text = message.text();
    messages.push(text);
    if (text.startsWith(failurePrefix)) failures.push({ text: text.slice(failurePrefix.length), key });
  });

  return {
    /** The requested URLs in order, without the token in the URLs of the gateway's frames. */
    urls,
    messages,
    /** The checkout's failure messages, each with the key of the last attempt sent before it. */
    failures,
    tokensGiven: () => tokensGiven,
    paymentTokens,
    accessToken: () => accessToken,
    /** Resets the token count and the key, so that later failures don't belong to earlier attempts. */
    restart(): void {
      tokensGiven = 0;
      key = undefined;
    },
    async storage(): Promise<string> {
      const { cookies, origins } = await context.storageState();
      const session = await Promise.all(
        pagesOf(context)
          .filter((page) => page.url().startsWith('http'))
          .map((page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))),
      );
      return JSON.stringify([cookies, origins, session]);
    },
  };
};
