#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { closeAtSignal, commonFlags, readPort, runProgram, startService } from 'local-services/program.ts';
import { createUserPool } from './index.ts';

const usage = `local-cognito: an Amazon Cognito user pool on this machine

  --port PORT            where it listens (default 5174; 0 takes a free port)
  --pool ID              the user pool's id (default us-east-1_Local)
  --client ID            the app client's id (default web)
  --app ORIGIN           an app that the hosted pages return to; repeatable (default http://localhost:3000)
  --user EMAIL:PASSWORD  a user to start with; repeatable
  --data DIR             where it keeps users and sessions (default: in memory)
  --version              shows the version
  --help, -h             shows this text
`;

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '5174' },
      pool: { type: 'string', default: 'us-east-1_Local' },
      client: { type: 'string', default: 'web' },
      app: { type: 'string', multiple: true, default: ['http://localhost:3000'] },
      user: { type: 'string', multiple: true, default: [] },
      ...commonFlags,
    },
  });
  if (!/^[\w-]+_[A-Za-z\d]+$/.test(values.pool))
    throw new Error(`--pool takes an id like us-east-1_Local, not ${values.pool}`);
  if (!/^[\w+]{1,128}$/.test(values.client))
    throw new Error(`--client takes letters, digits, _ and +, not ${values.client}`);
  return {
    ...values,
    port: readPort(values.port),
    apps: values.app.map(readOrigin),
    users: values.user.map(readUser),
  };
};

const readOrigin = (text: string): string => {
  if (!/^https?:/i.test(text) || !URL.canParse(text))
    throw new Error(`--app takes an origin like http://localhost:3000, not ${text}`);
  return new URL(text).origin;
};

const readUser = (text: string): { email: string; password: string } => {
  const [, email, password] = /^([^:]+):(.+)$/s.exec(text) ?? [];
  if (email === undefined || password === undefined)
    throw new Error(`--user takes EMAIL:PASSWORD, not ${text}`);
  return { email, password };
};

const manifest = new URL('../package.json', import.meta.url);

await runProgram(manifest, usage, readOptions, async (options) => {
  const { pool: userPoolId, client: clientId } = options;
  const service = await startService('pool', options, async (ownOrigin) => {
    const { app, control, admin, close } = await createUserPool({
      dataDir: options.data,
      origin: ownOrigin,
      userPoolId,
      clientId,
      appOrigins: options.apps,
    });
    const existing = new Set(admin.listUsers().map(({ email }) => email.toLowerCase()));
    for (const user of options.users)
      if (!existing.has(user.email.toLowerCase())) await admin.createConfirmedUser(user);
    return { app, control, close, requestCustomer: admin.requestCustomer };
  });
  closeAtSignal(service);
  const { origin } = service;
  return `local-cognito is ready.

  Endpoint      ${origin}
  User pool id  ${userPoolId}
  Client id     ${clientId}
  Keys          ${origin}/${userPoolId}/.well-known/jwks.json
  Hosted pages  ${origin}/oauth2/authorize, for ${options.apps.join(', ')}
  Codes         ${origin}/local/mail
  Users         ${options.users.map(({ email }) => email).join(', ') || 'none; sign up, or set --user EMAIL:PASSWORD'}
  Data          ${options.data ?? 'in memory'}
`;
});
