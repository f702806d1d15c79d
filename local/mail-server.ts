import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { StartError } from './options.ts';

/** An email that the store sent, without its HTML. */
export interface StoreMail {
  readonly to: string;
  readonly kind: string;
  readonly medium: 'EMAIL';
  readonly subject: string;
  readonly text: string;
  readonly sentAt: string;
}

const capacity = 500;

/** Listens for mails. @throws if the port is taken */
export const listenForMails = async (port: number, options: SMTPServerOptions) => {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    ...options,
  });
  // The store sends a mail again if a connection breaks.
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
};

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** Starts a mail server that keeps the store's emails, newest first. @throws {StartError} if the port is taken */
export const startMailServer = async (givenPort: number, disposables: DisposableStack) => {
  const mails: StoreMail[] = [];
  const { port, close } = await listenForMails(givenPort, {
    onData(stream, { envelope }, callback) {
      const keep = (message: string) => {
        mails.unshift(readMail(envelope.rcptTo[0]?.address ?? '', message));
        mails.length = Math.min(mails.length, capacity);
        callback();
      };
      text(stream).then(keep, callback);
    },
  }).catch(() => {
    throw new StartError(
      `The mail server needs port ${givenPort}, which is in use. Set MAIL_PORT to another port, or stop the program that uses it.`,
    );
  });
  disposables.defer(close);
  return {
    port,
    list: (to?: string): readonly StoreMail[] =>
      mails.filter((mail) => to === undefined || mail.to.toLowerCase() === to.toLowerCase()),
    clear: (): void => void mails.splice(0),
  };
};

const readMail = (to: string, message: string): StoreMail => ({
  to,
  kind: headerOf(message, 'X-Coffer-Kind'),
  medium: 'EMAIL',
  subject: headerOf(message, 'Subject'),
  text: textOf(message),
  sentAt: new Date().toISOString(),
});

export const headerOf = (message: string, name: string): string =>
  (new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'mi').exec(message)?.[1] ?? '').replaceAll(/\r\n[ \t]/g, ' ');

/** Returns the text of a mail, whose encoding is quoted-printable. */
export const textOf = (message: string): string => {
  const part = /^Content-Type: text\/plain(?:.*\r\n)*?\r\n([\s\S]*?)\r\n--/m.exec(message)?.[1] ?? '';
  const escaped = part
    .replaceAll('%', '%25')
    .replaceAll('=\r\n', '')
    .replaceAll(/=(?=[\dA-F]{2})/g, '%');
  return decodeURIComponent(escaped).replaceAll('\r\n', '\n').trim();
};
