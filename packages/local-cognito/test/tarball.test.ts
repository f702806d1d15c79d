import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  InitiateAuthCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
} from 'amazon-cognito-identity-js';
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signIn } from 'aws-amplify/auth';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as v from 'valibot';
import { beforeAll, expect, test, vi } from 'vitest';
import { compileUse, installPacked, startInstalled } from '../../local-services/test/packed.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const userPoolId = 'us-east-1_Shop';
const clientId = 'shop';
const email = 'anna@example.com';
const password = 'Good-pass1!';

const mailSchema = v.tupleWithRest([v.object({ code: v.string() })], v.unknown());

/** Signs in with amazon-cognito-identity-js over SRP. Returns the access token. */
const signInWithIdentityLibrary = async (endpoint: string): Promise<string> => {
  const Pool = new CognitoUserPool({ UserPoolId: userPoolId, ClientId: clientId, endpoint });
  const user = new CognitoUser({ Username: email, Pool });
  const details = new AuthenticationDetails({ Username: email, Password: password });
  const session = await new Promise<CognitoUserSession>((onSuccess, onFailure) => {
    user.authenticateUser(details, { onSuccess, onFailure });
  });
  return session.getAccessToken().getJwtToken();
};

/** Signs in with aws-amplify 6 over SRP. Returns the access token. */
const signInWithAmplify = async (endpoint: string): Promise<string> => {
  const Cognito = { userPoolId, userPoolClientId: clientId, userPoolEndpoint: endpoint };
  Amplify.configure({ Auth: { Cognito } });
  expect(await signIn({ username: email, password })).toMatchObject({ isSignedIn: true });
  return String((await fetchAuthSession()).tokens?.accessToken);
};

/** Signs up with the AWS SDK and the emailed code, then signs in by password. Returns the access token. */
const signUpWithSdk = async (endpoint: string): Promise<string> => {
  const client = new CognitoIdentityProviderClient({ endpoint, region: 'us-east-1' });
  const user = { ClientId: clientId, Username: 'ben@example.com' };
  await client.send(new SignUpCommand({ ...user, Password: password }));
  const mail = await fetch(`${endpoint}/local/mail?to=${user.Username}`);
  const [{ code }] = v.parse(mailSchema, await mail.json());
  await client.send(new ConfirmSignUpCommand({ ...user, ConfirmationCode: code }));
  const { AuthenticationResult } = await client.send(
    new InitiateAuthCommand({
      ClientId: clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: user.Username, PASSWORD: password },
    }),
  );
  return AuthenticationResult?.AccessToken ?? '';
};

const folder = join(repository, 'packages/local-cognito');
const manifestSchema = v.object({ devDependencies: v.record(v.string(), v.string()) });
const installable = async (name: string, manifest: string): Promise<string> => {
  const { devDependencies } = v.parse(manifestSchema, JSON.parse(await readFile(manifest, 'utf8')));
  return `${name}@${devDependencies[name]}`;
};

let directory = '';
beforeAll(async () => {
  let remove = async (): Promise<void> => undefined;
  const others = [
    await installable('vitest', join(repository, 'package.json')),
    await installable('@aws-sdk/client-cognito-identity-provider', join(folder, 'package.json')),
  ];
  directory = await installPacked(folder, others, (undo) => {
    remove = undo;
  });
  return remove;
}, 300_000);

test('the README’s suite passes in the folder where it installs the pool', { timeout: 60_000 }, async () => {
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const [, suite = ''] = /```js\n(import [^`]*from 'vitest';.*?)```/s.exec(readme) ?? [];
  await writeFile(join(directory, 'readme.test.js'), suite);
  const vitest = join(directory, 'node_modules/vitest/vitest.mjs');
  const { PATH, HOME } = process.env;
  const options = { cwd: directory, env: { PATH, HOME } };
  const ran = await promisify(execFile)(process.execPath, [vitest, 'run', '--reporter=json'], options);
  expect(JSON.parse(ran.stdout)).toMatchObject({ numPassedTests: 2, numTotalTests: 2 });
});

test('the packed pool, installed in an empty folder, lets Amazon’s three clients sign in and applies faults', {
  timeout: 60_000,
}, async () => {
  vi.stubEnv('AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED', 'true');
  const license = await readFile(join(directory, 'node_modules/local-cognito/LICENSE'), 'utf8');
  expect(license).toBe(await readFile(join(repository, 'LICENSE'), 'utf8'));
  const args = ['--port', '0', '--pool', userPoolId, '--client', clientId, '--user', `${email}:${password}`];
  const printed = await startInstalled(directory, 'local-cognito', args, 'Data');
  const endpoint = /http:\/\/localhost:\d+/.exec(printed)?.[0] ?? '';

  const issuer = `${endpoint}/${userPoolId}`;
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  for (const authenticate of [signInWithIdentityLibrary, signInWithAmplify, signUpWithSdk]) {
    const { payload } = await jwtVerify(await authenticate(endpoint), keys, { issuer });
    expect(payload).toMatchObject({ token_use: 'access', client_id: clientId });
  }
  expect((await fetch(`${endpoint}/hosted-ui.css`)).status).toBe(200);

  const fault = {
    match: 'POST / InitiateAuth',
    fault: 'status',
    status: 400,
    body: '{"__type":"TooManyRequestsException","message":"Too many requests"}',
  };
  const headers = { 'content-type': 'application/json' };
  await fetch(`${endpoint}/local/faults`, { method: 'POST', headers, body: JSON.stringify(fault) });
  await expect(signInWithIdentityLibrary(endpoint)).rejects.toMatchObject({
    code: 'TooManyRequestsException',
  });

  const use = `import { createUserPool, type UserPool } from 'local-cognito';
export const emails = ({ admin }: UserPool): string[] => admin.listUsers().map((user) => user.email);
export const open = () => createUserPool({ origin: 'http://localhost:5174', settings: { mfa: 'ON' } });
`;
  await compileUse(directory, use, '--skipLibCheck');
});
