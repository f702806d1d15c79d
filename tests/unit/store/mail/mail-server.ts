import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface Received {
  readonly to: string;
  readonly messageId: string;
  readonly message: string;
}

/** A response to one command. `hang` never responds. */
export type Script =
  | 'accept'
  | 'hang'
  | { readonly command: 'MAIL' | 'RCPT' | 'DATA'; readonly code: number };

const errorWith = (code: number) => Object.assign(new Error('As scripted'), { responseCode: code });

/** Starts a mail server that follows a script for each recipient. It records messages before it responds. */
export const startScriptedMailServer = async () => {
  const received: Received[] = [];
  let script: (to: string) => Script = () => 'accept';
  let onMessage: () => void = () => undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onRcptTo({ address }, _session, callback) {
      const step = script(address);
      const isRefused = typeof step === 'object' && step.command !== 'DATA';
      callback(isRefused ? errorWith(step.code) : null);
    },
    onData(stream, { envelope }, callback) {
      const to = envelope.rcptTo[0]?.address ?? '';
      void text(stream).then((message) => {
        const messageId = /^Message-ID: <(.+)>\r$/im.exec(message)?.[1] ?? '';
        received.push({ to, messageId, message });
        const step = script(to);
        onMessage();
        if (step !== 'hang') callback(typeof step === 'object' ? errorWith(step.code) : null);
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    follow(next: typeof script): void {
      script = next;
    },
    /** Calls back once, when a message has arrived and before the response. */
    onNextMessage(callback: () => void): void {
      onMessage = () => {
        onMessage = () => undefined;
        callback();
      };
    },
    reset(): void {
      received.length = 0;
      script = () => 'accept';
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

export const mailEnvironment = (url: string) => ({
  MAIL_URL: url,
  MAIL_FROM: 'Shop <mail@shop.example>',
  SELLER_NAME: 'The <Shop> & Co.',
  SELLER_ADDRESS: '1 Main Street, Chicago, IL 60601',
  SUPPORT: 'help@shop.example',
  API_URL: 'https://api.shop.example',
  APP_URL: 'https://shop.example',
});
