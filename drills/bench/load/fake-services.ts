/**
 * A minimal gateway and user pool for load tests, as a separate process. It approves every sale and stores
 * nothing. It sends its parent its addresses, and access tokens for the requested number of customers.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export const clientId = 'coffer-load';

/** A customer's id, by the place of their token. */
export const customerOf = (index: number): string => `customer-${index}`;

export interface FakeServices {
  readonly gateway: string;
  readonly issuer: string;
  readonly tokens: readonly string[];
}

const serve = async (): Promise<void> => {
  const customers = Number(process.argv[2]);
  const pair = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'load', alg: 'RS256', use: 'sig' };
  let sales = 0;

  const server = createServer(async (request, response) => {
    request.resume();
    await once(request, 'end');
    if (request.url === '/api/transact.php') {
      sales += 1;
      response.end(
        `response=1&responsetext=SUCCESS&authcode=123456&transactionid=${9_000_000_000 + sales}&avsresponse=Y&cvvresponse=M&orderid=&type=sale&response_code=100`,
      );
    } else if (request.url === '/api/query.php') {
      response.end('<?xml version="1.0" encoding="UTF-8"?><nm_response></nm_response>');
    } else if (request.url?.endsWith('/.well-known/jwks.json')) {
      response.end(JSON.stringify({ keys: [jwk] }));
    } else {
      response.end(
        JSON.stringify({
          UserAttributes: [
            { Name: 'email', Value: 'load@example.com' },
            { Name: 'given_name', Value: 'Ada' },
          ],
        }),
      );
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  const gateway = `http://127.0.0.1:${address.port}`;
  const issuer = `${gateway}/pool_Load`;

  const tokenOf = (_: unknown, index: number): Promise<string> =>
    new SignJWT({ client_id: clientId, token_use: 'access', scope: 'aws.cognito.signin.user.admin' })
      .setProtectedHeader({ alg: 'RS256', kid: 'load' })
      .setSubject(customerOf(index))
      .setIssuer(issuer)
      .setExpirationTime('1d')
      .sign(pair.privateKey);
  const tokens = await Promise.all(Array.from({ length: customers }, tokenOf));
  process.send?.({ gateway, issuer, tokens } satisfies FakeServices);
};

if (process.send !== undefined && process.argv[1] === new URL(import.meta.url).pathname) await serve();
