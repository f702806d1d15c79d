import { accountOperations } from './account.ts';
import { deviceOperations } from './devices.ts';
import { forgotPasswordOperations } from './forgot-password.ts';
import { initiateAuthOperations } from './initiate-auth.ts';
import { listUsers } from './list-users.ts';
import type { Operation } from './operation.ts';
import { passkeyOperations } from './passkeys.ts';
import { profileOperations } from './profile.ts';
import { respondToAuthChallenge } from './respond-to-auth-challenge.ts';
import { signUpOperations } from './sign-up.ts';
import { softwareTokenOperations } from './software-token.ts';

export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries({
    ...signUpOperations,
    ...initiateAuthOperations,
    RespondToAuthChallenge: respondToAuthChallenge,
    ...forgotPasswordOperations,
    ...accountOperations,
    ...profileOperations,
    ...deviceOperations,
    ...softwareTokenOperations,
    ...passkeyOperations,
    ListUsers: listUsers,
  }),
);
