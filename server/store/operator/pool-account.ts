import { createHash, createHmac } from 'node:crypto';
import * as v from 'valibot';

/** `unknown` without credentials or an answer. */
type PoolAccount = 'there' | 'gone' | 'unknown';

export type FindPoolAccount = (sub: string) => Promise<PoolAccount>;

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

const timeoutMs = 5_000;
const service = 'cognito-idp';
const operation = 'ListUsers';
const usersSchema = v.object({ Users: v.array(v.unknown()) });

/** ListUsers finds users of all kinds by `sub`. Reads credentials from Amazon's `AWS_…` variables. */
export const createPoolAccountFinder = (environment: NodeJS.ProcessEnv, now = Date.now): FindPoolAccount => {
  const { COGNITO_ISSUER, COGNITO_ENDPOINT, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } =
    environment;
  if (!COGNITO_ISSUER || !AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) return async () => 'unknown';
  const credentials = {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    sessionToken: AWS_SESSION_TOKEN || undefined,
  };
  return async (sub) => {
    try {
      const issuer = new URL(COGNITO_ISSUER);
      const endpoint = new URL(COGNITO_ENDPOINT || issuer.origin);
      const UserPoolId = issuer.pathname.slice(1);
      const body = JSON.stringify({
        UserPoolId,
        Filter: `sub = "${sub}"`,
        AttributesToGet: ['sub'],
        Limit: 1,
      });
      const headers = sign(endpoint, body, UserPoolId.split('_')[0] ?? '', credentials, new Date(now()));
      const signal = AbortSignal.timeout(timeoutMs);
      const reply = await fetch(endpoint, { method: 'POST', headers, body, signal });
      if (!reply.ok) return 'unknown';
      return v.parse(usersSchema, await reply.json()).Users.length > 0 ? 'there' : 'gone';
    } catch {
      return 'unknown';
    }
  };
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Signs a request with AWS Signature Version 4. */
const sign = (
  { host, pathname }: URL,
  body: string,
  region: string,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  at: Date,
): Record<string, string> => {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = [time.slice(0, 8), region, service, 'aws4_request'];
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    host,
    'x-amz-date': time,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
    'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
  };
  const signed = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const request = ['POST', pathname, '', lines.join(''), signed, sha256(body)].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(request)].join('\n');
  const key = scope.reduce<string | Buffer>(
    (previous, part) => hmac(previous, part),
    `AWS4${secretAccessKey}`,
  );
  const signature = hmac(key, toSign).toString('hex');
  const { host: _, ...sent } = headers;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join('/')}, SignedHeaders=${signed}, Signature=${signature}`,
  };
};
