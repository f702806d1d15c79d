import { modularPower, type Power } from './modular-power.ts';

/** The script of a worker that answers each power with its result, in the order in which it was asked for them. */
addEventListener('message', ({ data }: MessageEvent<Power>) => postMessage(modularPower(data)));
