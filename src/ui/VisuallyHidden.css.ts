import { style } from '@vanilla-extract/css';
import { visuallyHiddenRule } from './visually-hidden.ts';

export const visuallyHidden = style(visuallyHiddenRule);
