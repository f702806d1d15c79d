#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { withFaults } from 'local-services/faults/middleware.ts';
import { createFaultRegistry } from 'local-services/faults/registry.ts';
import { faultRoutes } from 'local-services/faults/routes.ts';
import { sameOriginOnly } from 'local-services/http/host-guard.ts';
import { listenOnLoopback } from 'local-services/http/loopback.ts';
import { createUserPool } from './index.ts';

const usage = `local-cognito: an Amazon Cognito user pool on this machine

  --port PORT            where it listens (default 5174; 0 takes a free port)
  --pool ID              the user pool's id (default us-east-1_Local)
  --client ID            the app client's id (default web)
  --app ORIGIN           an app that the hosted pages return to; repeatable (default http://localhost:3000)
  --user EMAIL:PASSWORD  a user to start with; repeatable
  --data DIR             where it keeps users and sessions (default: in memory)
  --help                 shows this text
`;

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '5174' },
      pool: { type: 'string', default: 'us-east-1_Local' },
      client: { type: 'string', default: 'web' },
      app: { type: 'string', multiple: true, default: ['http://localhost:3000'] },
      user: { type: 'string', multiple: true, default: [] },
      data: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535)
    throw new Error(`--port takes a number from 0 to 65535, not ${values.port}`);
  if (!/^[\w-]+_[A-Za-z\d]+$/.test(values.pool))
    throw new Error(`--pool takes an id like us-east-1_Local, not ${values.pool}`);
  if (!/^[\w+]{1,128}$/.test(values.client))
    throw new Error(`--client takes letters, digits, _ and +, not ${values.client}`);
  for (const app of values.app)
    if (!URL.canParse(app)) throw new Error(`--app takes an origin like http://localhost:3000, not ${app}`);
  return {
    ...values,
    apps: values.app.map((app) => new URL(app).origin),
    users: values.user.map(readUser),
  };
};

const readUser = (text: string): { email: string; password: string } => {
  const [, email, password] = /^([^:]+):(.+)$/s.exec(text) ?? [];
  if (email === undefined || password === undefined)
    throw new Error(`--user takes EMAIL:PASSWORD, not ${text}`);
  return { email, password };
};

const start = async ({
  port,
  pool: userPoolId,
  client: clientId,
  ...options
}: ReturnType<typeof readOptions>) => {
  const server = await listenOnLoopback(Number(port));
  const origin = `http://localhost:${server.port}`;
  const pool = await createUserPool({
    dataDir: options.data,
    origin,
    userPoolId,
    clientId,
    appOrigins: options.apps,
  });
  const end = async () => {
    await server.close();
    await pool.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end());
  const existing = new Set(pool.admin.listUsers().map(({ email }) => email.toLowerCase()));
  try {
    for (const user of options.users)
      if (!existing.has(user.email.toLowerCase())) await pool.admin.createConfirmedUser(user);
  } catch (error) {
    await end();
    throw error;
  }

  const faults = createFaultRegistry(() => server.closeIdleConnections());
  const control = new Hono()
    .basePath('/local')
    .use(sameOriginOnly(server.port))
    .route('/faults', faultRoutes(faults))
    .route('/', pool.control);
  const serveControl = getRequestListener(control.fetch);
  const { requestCustomer } = pool.admin;
  const servePool = withFaults('pool', faults, getRequestListener(pool.app.fetch), { requestCustomer });
  server.setListener((request, response) => {
    if (request.url?.startsWith('/local/')) void serveControl(request, response);
    else servePool(request, response);
  });
  process.stdout.write(`local-cognito is ready.

  Endpoint      ${origin}
  User pool id  ${userPoolId}
  Client id     ${clientId}
  Keys          ${origin}/${userPoolId}/.well-known/jwks.json
  Hosted pages  ${origin}/oauth2/authorize, for ${options.apps.join(', ')}
  Codes         ${origin}/local/mail
  Users         ${options.users.map(({ email }) => email).join(', ') || 'none; sign up, or set --user EMAIL:PASSWORD'}
  Data          ${options.data ?? 'in memory'}
`);
};

try {
  const options = readOptions();
  if (options.help) process.stdout.write(usage);
  else await start(options);
} catch (error) {
  process.stderr.write(`local-cognito: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
