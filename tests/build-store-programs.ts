import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createBuilder } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the store's artefact, made of the sources as they are. */
    storePrograms: string;
  }
}

/** Below `node_modules`, where the artefact finds the embedded database. */
const cache = join('node_modules', '.cache', 'coffer');

/** Builds the store for a run of Vitest: from TypeScript, each of its processes takes twice the time to start. */
export default async function buildStorePrograms(project: TestProject): Promise<() => Promise<void>> {
  const folder = resolve(cache, `store-programs-${project.name}-${process.pid}`);
  const builder = await createBuilder({
    configFile: 'vite.store.config.ts',
    logLevel: 'error',
    build: { outDir: folder },
  });
  await builder.buildApp();
  project.provide('storePrograms', folder);
  return () => rm(folder, { recursive: true, force: true });
}
