import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { errorCode } from '../logging/failures.ts';

/** Thrown if another process has locked the directory. The message names both on one line. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';

  constructor(directory: string, owner: Claim, claimFile: string) {
    const where =
      owner.host === hostname()
        ? ''
        : ` on host ${owner.host} (if that host no longer exists, delete ${claimFile})`;
    super(`${directory} is in use by process ${owner.pid}${where}.`);
  }
}

const claimSchema = v.object({
  pid: v.pipe(v.number(), v.integer()),
  /** The process's boot id and start time; null if unknown. */
  began: v.nullable(v.string()),
  host: v.string(),
});
type Claim = v.InferOutput<typeof claimSchema>;

const claimName = /^in-use\.[\w-]+\.json$/;

/**
 * Locks a directory, creating it if needed. At most one process gets the lock; concurrent attempts may all
 * fail. The lock becomes stale when its process exits, even after `kill -9` or if the process id is reused.
 * @param lockTimeoutMs how long to wait for an owner that is about to exit
 * @throws {DirectoryInUseError} if another living process has the lock
 */
export const lockDirectory = async (directory: string, { lockTimeoutMs = 0 } = {}) => {
  await mkdir(directory, { recursive: true });
  const claim: Claim = { pid: process.pid, began: await startTimeOf(process.pid), host: hostname() };
  const ownName = `in-use.${process.pid}-${crypto.randomUUID()}.json`;
  const ownPath = join(directory, ownName);
  const deadline = performance.now() + lockTimeoutMs;

  for (;;) {
    await writeWhole(ownPath, JSON.stringify(claim));
    const other = await findOtherOwner(directory, ownName);
    if (other === undefined) {
      return { release: () => rm(ownPath, { force: true }) };
    }
    await rm(ownPath, { force: true });
    if (performance.now() >= deadline) throw new DirectoryInUseError(directory, other.claim, other.path);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** Writes a file atomically, by renaming a draft, so no reader sees half a claim. */
const writeWhole = async (path: string, text: string): Promise<void> => {
  const draft = `${path}.draft`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, path);
};

const findOtherOwner = async (
  directory: string,
  ownName: string,
): Promise<{ claim: Claim; path: string } | undefined> => {
  for (const name of await readdir(directory)) {
    if (name === ownName || !claimName.test(name)) continue;
    const path = join(directory, name);
    const claim = await readClaim(path);
    if (claim === undefined) continue;
    if (await isAlive(claim)) return { claim, path };
    await rm(path, { force: true });
  }
  return undefined;
};

/** Reads a claim. Returns undefined if its file was deleted after the directory was listed. */
const readClaim = async (path: string): Promise<Claim | undefined> => {
  try {
    return v.parse(claimSchema, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    const text = `${path} is not a valid lock file. Delete it if no process uses the directory.`;
    throw new Error(text, { cause: error });
  }
};

/** Returns whether the claim's process is alive. One on another host can't be checked, so it counts as alive. */
const isAlive = async (claim: Claim): Promise<boolean> => {
  if (claim.host !== hostname()) return true;
  try {
    process.kill(claim.pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  return (await startTimeOf(claim.pid)) === claim.began;
};

/** Returns the boot id and start time (field 22 of `/proc/<pid>/stat`), `ended` for a zombie, or null if unknown. */
const startTimeOf = async (pid: number): Promise<string | null> => {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // Parse after the last parenthesis, because the command can contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    return state === 'Z' || state === 'X' ? 'ended' : `${boot.trim()}/${fields[19]}`;
  } catch {
    return null;
  }
};
