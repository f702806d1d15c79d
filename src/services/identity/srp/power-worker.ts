import { modularPower, type Power } from './modular-power.ts';

/** Computes each requested power and posts the result, in the order of the requests. */
addEventListener('message', ({ data }: MessageEvent<Power>) => postMessage(modularPower(data)));
