import { style } from '@vanilla-extract/css';
import { vars } from './theme/theme.css.ts';

/** A banner above all else in a page, which pushes its header down. */
export const topBanner = style({});

/** The height of one at most, where a page is wide: two lines of text with their padding. */
export const topBannerHeight = `calc(2 * ${vars.space.sm} + 2 * ${vars.leading.normal} * 1rem + 2px)`;
