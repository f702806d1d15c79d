import { Amplify } from 'aws-amplify';
import { ConsoleLogger } from 'aws-amplify/utils';

/** Configures aws-amplify for the local user pool, which the build puts in as `userPool`. */
export const configure = () => {
  // It warns of every pool that is not Amazon's.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  const { userPoolId, clientId, endpoint } = userPool;
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId: clientId, userPoolEndpoint: endpoint } },
  });
};
