import { build } from 'vite';

/** Builds the site. build-if-stale.ts forks this process, which exits when its parent does. */
process.once('disconnect', () => process.exit(1));
try {
  await build({ logLevel: 'warn' });
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
