import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { errorCode } from '../logging/failures.ts';
import { ConfigError } from './secret-files.ts';

/**
 * Creates a variable's directory if only its last part is missing: a longer missing path is probably a typo.
 * @throws {ConfigError} if the store can't write to it
 */
export const provideDirectory = async (variable: string, directory: string): Promise<void> => {
  try {
    await mkdir(directory, { mode: 0o700 }).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    await access(`${directory}/.`, constants.W_OK | constants.X_OK);
  } catch (error) {
    const rule = 'must be a directory that the store can write to, or a new one in an existing directory';
    throw new ConfigError(`${variable} ${rule} (${errorCode(error) ?? 'unknown'}).`, { cause: error });
  }
};
