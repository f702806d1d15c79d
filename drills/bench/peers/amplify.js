import { Amplify } from 'aws-amplify';
import { ConsoleLogger } from 'aws-amplify/utils';

/** The build defines `userPool`. */
export const configure = () => {
  // It warns about every pool that is not Amazon's.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  const { userPoolId, clientId, endpoint } = userPool;
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId: clientId, userPoolEndpoint: endpoint } },
  });
};
