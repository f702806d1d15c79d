#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { withFaults } from 'local-services/faults/middleware.ts';
import { createFaultRegistry } from 'local-services/faults/registry.ts';
import { faultRoutes } from 'local-services/faults/routes.ts';
import { sameOriginOnly } from 'local-services/http/host-guard.ts';
import { listenOnLoopback } from 'local-services/http/loopback.ts';
import { createGateway } from './index.ts';

const usage = `local-nmi: an NMI card gateway on this machine

  --port PORT             where it listens (default 5176; 0 takes a free port)
  --webhook URL           where it sends events (default: nowhere)
  --security-key KEY      the secret for transact.php and query.php
  --tokenization-key KEY  the public key for Collect.js
  --signing-key KEY       signs the events
  --data DIR              where it keeps transactions (default: in memory)
  --help                  shows this text
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
      data: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535)
    throw new Error(`--port takes a number from 0 to 65535, not ${values.port}`);
  if (values.webhook !== undefined && !URL.canParse(values.webhook))
    throw new Error(`--webhook takes a URL, not ${values.webhook}`);
  return values;
};

const start = async (options: ReturnType<typeof readOptions>): Promise<void> => {
  const server = await listenOnLoopback(Number(options.port));
  const origin = `http://localhost:${server.port}`;
  const gateway = await createGateway({
    dataDir: options.data,
    origin,
    securityKey: options['security-key'],
    tokenizationKey: options['tokenization-key'],
    ...(options.webhook && { webhook: { url: options.webhook, signingKey: options['signing-key'] } }),
  });
  const faults = createFaultRegistry(() => server.closeIdleConnections());
  const control = new Hono()
    .basePath('/local')
    .use(sameOriginOnly(server.port))
    .route('/faults', faultRoutes(faults))
    .route('/sales', gateway.salesControl)
    .route('/', gateway.control);
  const serveControl = getRequestListener(control.fetch);
  const serveGateway = withFaults('gateway', faults, getRequestListener(gateway.app.fetch));
  server.setListener((request, response) => {
    if (request.url?.startsWith('/local/')) void serveControl(request, response);
    else serveGateway(request, response);
  });

  const end = async () => {
    await server.close();
    await gateway.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end());
  process.stdout.write(`local-nmi is ready.

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
`);
};

try {
  const options = readOptions();
  if (options.help) process.stdout.write(usage);
  else await start(options);
} catch (error) {
  process.stderr.write(`local-nmi: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
