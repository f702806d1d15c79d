import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { errorCode } from '../logging/failures.ts';

/** Another process has locked the directory. The message is one line that names both. */
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
  /** The kernel's start time of the process; null if unknown. */
  began: v.nullable(v.string()),
  host: v.string(),
});
type Claim = v.InferOutput<typeof claimSchema>;

const claimName = /^in-use\.[\w-]+\.json$/;

/**
 * Locks a directory, and creates it if absent. Two processes never both succeed (both may fail). A lock ends
 * with its process, even by `kill -9` or if the process id is reused.
 * @param lockTimeoutMs how long to wait for an owner that is about to end
 * @throws DirectoryInUseError if another living process has the lock
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

/** Renames a draft, so that no reader sees half a claim. */
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

/** Undefined if the claim has been deleted since the listing. */
const readClaim = async (path: string): Promise<Claim | undefined> => {
  try {
    return v.parse(claimSchema, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    const text = `${path} is not a valid lock file. Delete it if no process uses the directory.`;
    throw new Error(text, { cause: error });
  }
};

/** Processes on another host can't be checked, so they count as alive. */
const isAlive = async (claim: Claim): Promise<boolean> => {
  if (claim.host !== hostname()) return true;
  try {
    process.kill(claim.pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  return (await startTimeOf(claim.pid)) === claim.began;
};

/** Boot id and start time (field 22 of `/proc/<pid>/stat`); `ended` for a zombie; null without `/proc`. */
const startTimeOf = async (pid: number): Promise<string | null> => {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // Parse after the last parenthesis: the command may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    return state === 'Z' || state === 'X' ? 'ended' : `${boot.trim()}/${fields[19]}`;
  } catch {
    return null;
  }
};
