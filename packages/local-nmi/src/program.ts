import { parseArgs } from 'node:util';
import { commonFlags, readPort, startService } from 'local-services/program.ts';
import { nmiOrigins } from './hosted-fields.ts';
import { createGateway } from './index.ts';

export const usage = `local-nmi: an NMI card gateway on this machine

  --port PORT             where it listens (default 5176; 0 takes a free port)
  --webhook URL           where it sends events (default: nowhere)
  --page-origin ORIGIN    pages that may show the card fields besides this machine's; repeatable
  --security-key KEY      the secret for transact.php and query.php
  --tokenization-key KEY  the public key for Collect.js
  --signing-key KEY       signs the events
  --data DIR              where it keeps transactions (default: in memory)
  --version               shows the version
  --help, -h              shows this text
`;

export type ProgramOptions = ReturnType<typeof readOptions>;

/** Reads the command line. @throws {Error} with a one-line message for the user */
export const readOptions = (args?: readonly string[]) => {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({
    ...(args && { args: [...args] }),
    options: {
      port: text('5176'),
      webhook: { type: 'string' },
      'page-origin': { type: 'string', multiple: true, default: [] },
      'security-key': text('local-security-key'),
      'tokenization-key': text('public-tokens-nmi000-local1'),
      'signing-key': text('local-signing-key'),
      ...commonFlags,
    },
  });
  const { webhook } = values;
  if (webhook !== undefined && !isHttpUrl(webhook))
    throw new Error(`--webhook takes a URL like http://localhost:3000/webhooks, not ${webhook}`);
  const pageOrigins = values['page-origin'].map((page) => {
    if (!isHttpUrl(page))
      throw new Error(`--page-origin takes an origin like https://shop.example.com, not ${page}`);
    return new URL(page).origin;
  });
  for (const flag of ['security-key', 'signing-key'] as const)
    if (values[flag] === '') throw new Error(`--${flag} takes a key, which may not be empty`);
  const tokenizationKey = values['tokenization-key'];
  // These are the formats that Collect.js accepts.
  if (!/^(\w{6}(-\w{6}){3}|checkout_public_\w{32})$/.test(tokenizationKey))
    throw new Error(
      `--tokenization-key takes a key like aaaaaa-bbbbbb-cccccc-dddddd, not ${tokenizationKey}`,
    );
  return { ...values, port: readPort(values.port), pageOrigins };
};

const isHttpUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

export const startProgram = (options: ProgramOptions) =>
  startService(
    'gateway',
    { ...options, otherHosts: nmiOrigins.map((origin) => new URL(origin).host) },
    (origin) =>
      createGateway({
        dataDir: options.data,
        origin,
        pageOrigins: options.pageOrigins,
        securityKey: options['security-key'],
        tokenizationKey: options['tokenization-key'],
        ...(options.webhook && { webhook: { url: options.webhook, signingKey: options['signing-key'] } }),
      }),
  );
