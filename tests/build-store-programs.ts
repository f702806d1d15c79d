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
  /** Each project of a run loads this file, but all share one build. */
  var storeBuild: Promise<void> | undefined;
}

/** Inside `node_modules`, where the programs find the embedded database. */
const folder = resolve('node_modules', '.cache', 'coffer', `store-programs-${process.pid}`);

const build = async (): Promise<void> => {
  const builder = await createBuilder({
    configFile: 'vite.store.config.ts',
    logLevel: 'error',
    build: { outDir: folder },
  });
  await builder.buildApp();
};

/** Builds the store for a Vitest run. From TypeScript, each process would take twice as long to start. */
export default async function buildStorePrograms(project: TestProject): Promise<() => Promise<void>> {
  globalThis.storeBuild ??= build();
  await globalThis.storeBuild;
  project.provide('storePrograms', folder);
  return () => rm(folder, { recursive: true, force: true });
}
