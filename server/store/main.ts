import { runStore } from './process.ts';

/** The store API as a process of its own, configured by its environment alone. */
await runStore({ environment: process.env, endingSignals: ['SIGTERM', 'SIGINT'], graceMs: 30_000 });
