import { vi } from 'vitest';
import { clientId } from './world.ts';

/** Calls an operation of the pool directly. */
export const callPool = async (endpoint: string, operation: string, parameters: object) => {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ ClientId: clientId, ...parameters }),
  });
  return response.json();
};

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url')).buffer;
export const textOf = (bytes: BufferSource) => Buffer.from(bytes as Uint8Array).toString('base64url');

export class Credential {
  readonly id: string;
  readonly rawId: ArrayBuffer;
  readonly type = 'public-key';
  readonly authenticatorAttachment: string | null;
  readonly response: object;
  constructor(id: string, response: object, attachment: string | null = null) {
    this.id = id;
    this.rawId = bytesOf(id);
    this.response = response;
    this.authenticatorAttachment = attachment;
  }
  getClientExtensionResults() {
    return {};
  }
}

class AssertionResponse {
  readonly userHandle = null;
}
class AttestationResponse {
  getTransports() {
    return ['internal'];
  }
}

/** Converts a response with base64url texts to the browser's own response type. */
export const responseOf = (
  kind: 'assertion' | 'attestation',
  parts: Readonly<Record<string, unknown>>,
): object =>
  Object.assign(
    kind === 'assertion' ? new AssertionResponse() : new AttestationResponse(),
    Object.fromEntries(
      Object.entries(parts).flatMap(([name, text]) =>
        typeof text === 'string' ? [[name, bytesOf(text)]] : [],
      ),
    ),
  );

interface Ceremonies {
  readonly get: (options: CredentialRequestOptions) => Promise<unknown>;
  readonly create: (options: CredentialCreationOptions) => Promise<unknown>;
}

export const stubBrowser = (credentials: Partial<Ceremonies>) => {
  // The identity library reads the user agent once, when it loads.
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0', credentials });
  vi.stubGlobal('PublicKeyCredential', Credential);
  vi.stubGlobal('AuthenticatorAssertionResponse', AssertionResponse);
  vi.stubGlobal('AuthenticatorAttestationResponse', AttestationResponse);
};
