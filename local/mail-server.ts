import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
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

/** Starts a mail server that keeps the store's emails, newest first. @throws {StartError} if the port is taken */
export const startMailServer = async (port: number, disposables: DisposableStack) => {
  const mails: StoreMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope }, callback) {
      const keep = (message: string) => {
        const [recipient] = envelope.rcptTo;
        mails.unshift({ to: recipient?.address ?? '', ...readMessage(message) });
        mails.length = Math.min(mails.length, capacity);
        callback();
      };
      text(stream).then(keep, callback);
    },
  });
  // The store sends a mail again if a connection breaks.
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening').catch(() => {
    throw new StartError(
      `The mail server needs port ${port}, which is in use. Set MAIL_PORT to another port, or stop the program that uses it.`,
    );
  });
  disposables.defer(() => new Promise((resolve) => void server.close(() => resolve(undefined))));
  const address = listening.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    list: (to?: string): readonly StoreMail[] =>
      mails.filter((mail) => to === undefined || mail.to.toLowerCase() === to.toLowerCase()),
    clear: (): void => void mails.splice(0),
  };
};

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** Reads a message that nodemailer wrote: its first part is the text. */
const readMessage = (message: string): Omit<StoreMail, 'to'> => {
  const { headers, body } = splitHeaders(message);
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1];
  const [, first = ''] = boundary === undefined ? ['', message] : body.split(`--${boundary}\r\n`);
  const part = splitHeaders(first);
  return {
    kind: headers.get('x-coffer-kind') ?? '',
    medium: 'EMAIL',
    subject: decodeWords(headers.get('subject') ?? ''),
    text: decode(part.body, part.headers.get('content-transfer-encoding') ?? '').trim(),
    sentAt: new Date().toISOString(),
  };
};

const splitHeaders = (message: string) => {
  const end = message.indexOf('\r\n\r\n');
  const lines = message
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.toLowerCase(), value.join(':').trim()];
    }),
  );
  return { headers, body: message.slice(end + 4) };
};

const decode = (content: string, encoding: string): string => {
  if (/^base64$/i.test(encoding)) return Buffer.from(content, 'base64').toString();
  if (!/^quoted-printable$/i.test(encoding)) return content;
  const bytes = content
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
};

/** Decodes words such as `=?UTF-8?Q?caf=C3=A9?=` (RFC 2047). */
const decodeWords = (header: string): string =>
  header
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, encoding: string, content: string) =>
      /b/i.test(encoding)
        ? decode(content, 'base64')
        : decode(content.replaceAll('_', ' '), 'quoted-printable'),
    );
