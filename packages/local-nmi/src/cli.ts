#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { Hono } from 'hono';
import { commonFlags, readPort, runProgram, serveUntilSignal } from 'local-services/program.ts';
import { createGateway } from './index.ts';

const usage = `local-nmi: an NMI card gateway on this machine

  --port PORT             where it listens (default 5176; 0 takes a free port)
  --webhook URL           where it sends events (default: nowhere)
  --security-key KEY      the secret for transact.php and query.php
  --tokenization-key KEY  the public key for Collect.js
  --signing-key KEY       signs the events
  --data DIR              where it keeps transactions (default: in memory)
  --version               shows the version
  --help, -h              shows this text
`;

const readOptions = () => {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({
    options: {
      port: text('5176'),
      webhook: { type: 'string' },
      'security-key': text('local-security-key'),
      'tokenization-key': text('public-tokens-nmi000-local1'),
      'signing-key': text('local-signing-key'),
      ...commonFlags,
    },
  });
  if (values.webhook !== undefined && !URL.canParse(values.webhook))
    throw new Error(`--webhook takes a URL, not ${values.webhook}`);
  return { ...values, port: readPort(values.port) };
};

const manifest = new URL('../package.json', import.meta.url);

await runProgram(manifest, usage, readOptions, async (options) => {
  const origin = await serveUntilSignal('gateway', options, async (ownOrigin) => {
    const gateway = await createGateway({
      dataDir: options.data,
      origin: ownOrigin,
      securityKey: options['security-key'],
      tokenizationKey: options['tokenization-key'],
      ...(options.webhook && { webhook: { url: options.webhook, signingKey: options['signing-key'] } }),
    });
    const control = new Hono().route('/sales', gateway.salesControl).route('/', gateway.control);
    return { app: gateway.app, control, close: gateway.close };
  });
  return `local-nmi is ready.

  Collect.js        ${origin}/token/Collect.js
  Payments          ${origin}/api/transact.php
  Queries           ${origin}/api/query.php
  Control           ${origin}/local/
  Events go to      ${options.webhook ?? 'nowhere; set --webhook URL'}
  Security key      ${options['security-key']}
  Tokenization key  ${options['tokenization-key']}
  Signing key       ${options['signing-key']}
  Data              ${options.data ?? 'in memory'}
  Test card         4111 1111 1111 1111
`;
});
