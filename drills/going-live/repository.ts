import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyRepository } from '../shared/folders.ts';

export interface Repository {
  publish(): Promise<void>;
}

const changedFile = 'src/texts/privacy.ts';

/** Contains the files that git tracks or would add. */
export const createRepository = async (folder: string): Promise<Repository> => {
  await copyRepository(folder);
  const git = (...args: string[]) => {
    const author = [
      '-c',
      'user.name=Coffer',
      '-c',
      'user.email=coffer@example.com',
      '-c',
      'commit.gpgsign=false',
    ];
    execFileSync('git', ['-C', folder, '-c', 'core.hooksPath=/dev/null', ...author, ...args], {
      stdio: 'ignore',
    });
  };
  const commit = (message: string) => {
    git('add', '--all', '--force');
    git('commit', '--message', message);
  };
  git('init', '--initial-branch=main');
  commit('One version');
  return {
    async publish() {
      const file = join(folder, changedFile);
      await writeFile(
        file,
        (await readFile(file, 'utf8')).replace('In effect', 'The next version, in effect'),
      );
      commit('The next version');
    },
  };
};
