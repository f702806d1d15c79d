import { createActor, fromPromise } from 'xstate';
import type { PasskeyRegistrationActor } from '#features/shared/app-context.ts';
import type { Passkeys, Security } from '#features/shared/security.ts';
import { passkeyRegistrationMachine } from '#machines/account/passkey-registration.ts';

/** One registration, started. */
export const startPasskeyRegistration = (loadSecurity: () => Promise<Security>): PasskeyRegistrationActor => {
  const load = async (): Promise<Passkeys> => (await loadSecurity()).loadPasskeys();
  const registration = createActor(
    passkeyRegistrationMachine.provide({
      actors: {
        createPasskey: fromPromise(async ({ signal }) => (await load()).create(signal)),
        savePasskey: fromPromise(async () => (await load()).save()),
      },
    }),
  );
  registration.start();
  return registration;
};
