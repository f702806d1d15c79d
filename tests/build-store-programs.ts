import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createBuilder } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the store's artefact, made of the sources as they are. */
    storePrograms: string;
  }
}

declare global {
  /** One build for all projects of a run: each of them loads this file for itself. */
  var storeBuild: Promise<void> | undefined;
}

/** Below `node_modules`, where the artefact finds the embedded database. */
const folder = resolve('node_modules', '.cache', 'coffer', `store-programs-${process.pid}`);

const build = async (): Promise<void> => {
  const builder = await createBuilder({
    configFile: 'vite.store.config.ts',
    logLevel: 'error',
    build: { outDir: folder },
  });
  await builder.buildApp();
};

/** Builds the store for a run of Vitest: from TypeScript, each of its processes takes twice the time to start. */
export default async function buildStorePrograms(project: TestProject): Promise<() => Promise<void>> {
  globalThis.storeBuild ??= build();
  await globalThis.storeBuild;
  project.provide('storePrograms', folder);
  return () => rm(folder, { recursive: true, force: true });
}
