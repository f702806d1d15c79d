import { createVar, keyframes } from '@vanilla-extract/css';
import { rosette } from './engraving.ts';

/** The engraving of an element, as an image of its background. */
export const engraving = createVar();

const absent = keyframes({ from: { vars: { [engraving]: 'none' } } });

/**
 * Gives an element its engraving, from the second frame on: texts are there before its many lines are drawn.
 *
 * @param line the colour of the lines, as it is written in SVG
 */
export const engraved = (line: string) => ({
  vars: { [engraving]: rosette(line) },
  animation: `${absent} 50ms step-end`,
});
