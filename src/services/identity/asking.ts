import type { Answer } from '#machines/auth.types.ts';
import { withTimeout } from '#services/abort.ts';
import { UnavailableError } from '#services/errors.ts';
import { partOnDemand } from '#services/parts/index.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import type { Cognito } from './cognito.ts';
import { failureOf } from './failures.ts';
import { emptyFieldFailure } from './required-fields.ts';
import type { IdentitySettings } from './settings.ts';

const importCognito = partOnDemand(() => import('./cognito.ts'));

/** One operation of the user pool. */
export type Request<Result> = (cognito: Cognito, signal: AbortSignal) => Promise<Result>;

/** How the user pool is asked: through its library, loaded with the first question, and within a limit. */
export interface Asking {
  loadCognito(): Promise<Cognito>;
  /** @throws what the operation throws, and UnavailableError at the limit or without the library. */
  ask<Result>(request: Request<Result>, signal?: AbortSignal): Promise<Result>;
  /** Refuses empty fields, then asks. */
  answer(
    fields: Parameters<typeof emptyFieldFailure>[0],
    request: Request<void>,
    signal?: AbortSignal,
  ): Promise<Answer>;
}

export const createAsking = (settings: IdentitySettings, storage: DeviceStorage, limit: number): Asking => {
  const loadCognito = async (): Promise<Cognito> => {
    const { createCognito } = await importCognito().catch((cause: unknown) => {
      throw new UnavailableError('The identity library could not be loaded', { cause });
    });
    return createCognito(settings, storage);
  };

  const ask = <Result>(request: Request<Result>, signal?: AbortSignal): Promise<Result> =>
    withTimeout(limit, async (ending) => request(await loadCognito(), ending), signal);

  return {
    loadCognito,
    ask,
    async answer(fields, request, signal) {
      const failure = emptyFieldFailure(fields);
      if (failure !== null) return { outcome: 'refused', failure };
      try {
        await ask(request, signal);
        return { outcome: 'done' };
      } catch (error) {
        return { outcome: 'refused', failure: failureOf(error) };
      }
    },
  };
};
