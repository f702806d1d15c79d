import type { BrowserContext } from '@playwright/test';
import * as v from 'valibot';
import { pagesOf } from '#tests/browser/kept-context.ts';

/** What may be seen of a customer's pages: from their addresses, their consoles and this device's storage. */
export interface Traffic {
  /** The address of every request, in their order; without the token in those of the gateway's frames. */
  readonly urls: readonly string[];
  /** Every message of the pages' consoles. */
  readonly messages: readonly string[];
  /** What the checkout has said of failed payments, each with the key of the last attempt that was sent until then. */
  readonly failures: readonly { readonly text: string; readonly key: string | undefined }[];
  /** How many payment tokens the gateway gave out, in the step that the test is at. */
  tokensGiven(): number;
  /** These tokens. */
  readonly paymentTokens: readonly string[];
  /** The newest access token that was sent to the store. */
  accessToken(): string;
  /** What this device keeps, all of it. */
  storage(): Promise<string>;
  /** Another step begins: what is said of a payment from now on is not said of the attempts until now. */
  restart(): void;
}

/** What the gateway's script asks once its fields have sent the card, before it hands over the token. */
const lookupPath = '/token/api/lookup';
const lookupSchema = v.object({ tokenId: v.string() });
const failurePrefix = 'Payment: ';

/** The gateway's own frames have the token in their address, before it stands for a card. */
const withoutFrameToken = (address: string): string => {
  const url = new URL(address);
  if (url.pathname === '/token/inline.php') url.searchParams.delete('token');
  return url.href;
};

/** Begins to watch the pages of this context. */
export const watchTraffic = (context: BrowserContext, store: string): Traffic => {
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
    urls,
    messages,
    failures,
    tokensGiven: () => tokensGiven,
    paymentTokens,
    accessToken: () => accessToken,
    restart() {
      tokensGiven = 0;
      key = undefined;
    },
    async storage() {
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
