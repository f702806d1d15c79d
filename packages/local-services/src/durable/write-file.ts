import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/** Only the owner may read what the sandbox keeps: private keys, verifiers, codes. */
export const ownerOnly = 0o600;

/**
 * Replaces a file so that a crash at any moment leaves either the old text or the new one, never a mixture. The
 * directory is synced too, because the new name could be lost otherwise.
 */
export const writeFileDurably = async (path: string, text: string): Promise<void> => {
  await writeFileAtomic(path, text, { mode: ownerOnly });
  const directory = await open(dirname(path), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
};

/** For `catch`: undefined for a path that does not exist, and any other error again. */
export const undefinedIfMissing = (error: unknown): undefined => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
};
