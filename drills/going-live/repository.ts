import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyRepository } from '../shared/folders.ts';

const changedFile = 'src/texts/privacy.ts';
/** Settings that replace this machine's, such as hooks and commit signing. */
const settings = ['-c', 'user.name=Coffer', '-c', 'user.email=coffer@example.com'];
const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

/** Creates a repository with the files that git tracks or would add. */
export const createRepository = async (folder: string) => {
  await copyRepository(folder);
  const git = (...args: string[]) => {
    execFileSync('git', ['-C', folder, ...settings, ...args], { stdio: 'ignore', env });
  };
  const commit = (message: string) => {
    git('add', '--all', '--force');
    git('commit', '--message', message);
  };
  git('init', '--initial-branch=main');
  commit('One version');
  return {
    /** Commits a change that visitors can see. */
    async publish(): Promise<void> {
      const file = join(folder, changedFile);
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replace('In effect', 'The next version, in effect'));
      commit('The next version');
    },
  };
};
