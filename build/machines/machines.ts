import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyStateMachine, StateMachine } from 'xstate';

/** A machine of the product and the file that it stands in. */
export interface MachineFile {
  /** The file's name without its ending, such as `auth`. */
  readonly name: string;
  readonly machine: AnyStateMachine;
}

/**
 * The machines in a folder, one to a file, by name. Files of types and of selectors have a second dot in their names.
 *
 * @throws Error for a file that exports no machine, or more than one
 */
export async function machinesIn(folder: string): Promise<MachineFile[]> {
  const names = (await readdir(folder)).filter((file) => /^[\w-]+\.ts$/.test(file)).sort();
  return Promise.all(
    names.map(async (file) => {
      const exported: object = await import(pathToFileURL(resolve(join(folder, file))).href);
      const [machine, ...others] = Object.values(exported).filter((value) => value instanceof StateMachine);
      if (machine === undefined || others.length > 0) throw new Error(`${file} does not export one machine`);
      return { name: file.slice(0, -'.ts'.length), machine };
    }),
  );
}
