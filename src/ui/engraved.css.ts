import { createVar, keyframes } from '@vanilla-extract/css';
import { rosette } from './icon.ts';

export const engraving = createVar();

const absent = keyframes({ from: { vars: { [engraving]: 'none' } } });

/** Shows the engraving from the second frame on, so that text paints first. `line` is an SVG color. */
export const engraved = (line: string) => ({
  vars: { [engraving]: rosette(line) },
  animation: `${absent} 50ms step-end`,
});
