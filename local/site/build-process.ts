import { build } from 'vite';

/** build-if-stale.ts forks this. It ends with its parent. */
process.once('disconnect', () => process.exit(1));
try {
  await build({ logLevel: 'warn' });
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
