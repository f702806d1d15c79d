import { mutationOptions } from '@tanstack/react-query';
import type { Profile, Security } from '#features/shared/security.ts';
import type { IdentityResult } from '#machines/account/auth.types.ts';

export type LoadSecurity = () => Promise<Pick<Security, 'loadProfile'>>;

const refusedFor = (name: 'unavailable' | 'unknown') =>
  ({ outcome: 'refused', failure: { name, message: '' } }) as const;

/** Loads the code for the profile. Returns null if loading fails. */
export const loadProfileFrom = (load: LoadSecurity) =>
  load()
    .then(({ loadProfile }) => loadProfile())
    .catch(() => null);

/**
 * Returns mutation options for an operation on the account. A refusal is data. The cache drops passwords as
 * soon as no component uses them.
 */
export const profileMutation = <Input = void>(
  load: LoadSecurity,
  operation: (profile: Profile, input: Input) => Promise<IdentityResult>,
) =>
  mutationOptions({
    gcTime: 0,
    mutationFn: async (input: Input): Promise<IdentityResult> => {
      const profile = await loadProfileFrom(load);
      if (profile === null) return refusedFor('unavailable');
      return operation(profile, input).catch(() => refusedFor('unknown'));
    },
  });

/** Returns why the last change was refused, or null. */
export const failureIn = (answer: IdentityResult | undefined) =>
  answer?.outcome === 'refused' ? answer.failure : null;
