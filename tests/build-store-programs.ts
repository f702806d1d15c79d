import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createBuilder } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    storePrograms: string;
  }
}

declare global {
  /** Each Vitest project loads this file, but all projects share one build. */
  var storeBuild: Promise<void> | undefined;
}

/** The programs' folder is inside `node_modules`, so that they can import the embedded database. */
const folder = resolve('node_modules', '.cache', 'coffer', `store-programs-${process.pid}`);

const build = async (): Promise<void> => {
  const builder = await createBuilder({
    configFile: 'vite.store.config.ts',
    logLevel: 'error',
    build: { outDir: folder },
  });
  await builder.buildApp();
};

/** Builds the store for a Vitest run, because a process takes twice as long to start from TypeScript. */
export default async function buildStorePrograms(project: TestProject): Promise<() => Promise<void>> {
  globalThis.storeBuild ??= build();
  await globalThis.storeBuild;
  project.provide('storePrograms', folder);
  return () => rm(folder, { recursive: true, force: true });
}
