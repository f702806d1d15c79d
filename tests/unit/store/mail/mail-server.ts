import { text } from 'node:stream/consumers';
import { headerOf, listenForMails, textOf } from '#local/mail-server.ts';

export interface Received {
  readonly to: string;
  /** Without angle brackets. */
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly message: string;
}

/** What the server does with a mail. `hang` never responds to its message. */
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
  const { port, close } = await listenForMails(0, {
    // Offers STARTTLS with a self-signed certificate.
    disabledCommands: ['AUTH'],
    logger: false,
    onMailFrom(_address, _session, callback) {
      const step = script('');
      callback(typeof step === 'object' && step.command === 'MAIL' ? errorWith(step.code) : null);
    },
    onRcptTo({ address }, _session, callback) {
      const step = script(address);
      callback(typeof step === 'object' && step.command === 'RCPT' ? errorWith(step.code) : null);
    },
    onData(stream, { envelope }, callback) {
      const to = envelope.rcptTo[0]?.address ?? '';
      void text(stream).then((message) => {
        const messageId = headerOf(message, 'Message-ID').slice(1, -1);
        received.push({
          to,
          messageId,
          subject: headerOf(message, 'Subject'),
          text: textOf(message),
          message,
        });
        const step = script(to);
        onMessage();
        if (step !== 'hang') callback(typeof step === 'object' ? errorWith(step.code) : null);
      });
    },
  });
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
    close,
  };
};

export const mailEnvironment = (url: string) => ({
  MAIL_URL: url,
  // Nodemailer would read a text with a colon as a group of addresses.
  MAIL_FROM: 'Shop: Tools <mail@shop.example>',
  SELLER_NAME: 'Shop',
  SELLER_ADDRESS: '1 Main Street, Chicago, IL 60601',
  SUPPORT: 'help@shop.example',
  API_URL: 'https://api.shop.example',
  APP_URL: 'https://shop.example',
});
