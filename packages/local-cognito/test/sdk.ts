import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { vi } from 'vitest';

/** Creates AWS's SDK with credentials, which it needs to sign administrators' requests. */
export const createSdk = (endpoint: string) => {
  vi.stubEnv('AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED', 'true');
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new CognitoIdentityProvider({ endpoint, region: 'us-east-1', credentials });
};
