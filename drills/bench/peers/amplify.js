import { Amplify } from 'aws-amplify';
import { ConsoleLogger } from 'aws-amplify/utils';

/** Configures Amplify. The build defines `userPool`. */
export const configure = () => {
  // Amplify warns about every pool that isn't Amazon's.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  const { userPoolId, clientId, endpoint } = userPool;
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId: clientId, userPoolEndpoint: endpoint } },
  });
};
