import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Only the owner may read what the pool keeps: private keys, verifiers, codes. */
export const ownerOnly = 0o600;

/**
 * Replaces a file so that a crash at any moment leaves either the old text or the new one, never a mixture:
 * a temporary file beside it is written, synced and renamed, then the directory is synced.
 */
export async function writeFileDurably(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  const file = await open(temporary, 'w', ownerOnly);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncDirectory(dirname(path));
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Whether a file system call failed because the path does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
