import { modularPower, type Power } from './modular-power.ts';

/** Posts each power's result, in the order of the requests. */
addEventListener('message', ({ data }: MessageEvent<Power>) => postMessage(modularPower(data)));
