import { style } from '@vanilla-extract/css';
import { vars } from './theme/theme.css.ts';

export const topBanner = style({});

/** Maximum height of a top banner on wide pages: two lines of text with padding. */
export const topBannerHeight = `calc(2 * ${vars.space.sm} + 2 * ${vars.leading.normal} * 1rem + 2px)`;
