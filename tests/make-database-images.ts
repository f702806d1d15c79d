import { makeImages } from './database-images.ts';

/** Before the tests, so that no two of them make the same image side by side, and none waits for it within its own time. */
export default async function makeDatabaseImages(): Promise<void> {
  if (process.env['DATABASE_URL'] === undefined) await makeImages();
}
