import type { passkeyRegistrationMachine } from '#machines/account/passkey-registration.ts';
import { passkeyTexts } from '#texts/passkey-settings.ts';
import { passkeyRegistrationTexts } from '#texts/passkeys.ts';
import { type RegistrationSetup, resolves } from '../harness/actors.ts';
import { atPasskeys } from './security.ts';
import type { StoriesOf, Story } from './story.ts';

const adding = (registration: RegistrationSetup): Story => ({
  ...atPasskeys({}, passkeyTexts.add),
  registration,
});

const createPasskey: NonNullable<RegistrationSetup['actors']>['createPasskey'] = resolves({
  outcome: 'done',
});

const added = (needsCode: boolean): Story =>
  adding({ actors: { createPasskey, savePasskey: resolves({ outcome: 'done', needsCode }) } });

export const registrationStories: StoriesOf<typeof passkeyRegistrationMachine> = {
  creating: { story: adding({}) },
  saving: { story: adding({ actors: { createPasskey } }) },
  added: { story: added(false), variants: { 'needs-code': added(true) } },
  refused: {
    story: adding({
      actors: {
        createPasskey: resolves({
          outcome: 'refused',
          failure: { name: 'passkey-present', message: passkeyRegistrationTexts.present },
        }),
      },
    }),
  },
  canceled: { story: adding({ events: [{ type: 'registration.canceled' }] }) },
};
