import { modularPower, type Power } from './modular-power.ts';

/** Replies to each power with its result, in the order of the requests. */
addEventListener('message', ({ data }: MessageEvent<Power>) => postMessage(modularPower(data)));
