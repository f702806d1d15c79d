import { globalStyle, style } from '@vanilla-extract/css';
import { topBanner } from '#ui/top-banner.css.ts';

/** Where a line at the top takes little of the window; else it goes away with the rest of the page, and covers nothing. */
const roomy = '(min-height: 30rem) and (min-width: 40rem)';

const sticky = style({
  '@media': { [roomy]: { position: 'sticky', insetBlockStart: 0, zIndex: 5 } },
});

export const offlineBanner = style([topBanner, sticky]);

// What gets the focus is brought to where the banner does not cover it.
globalStyle('html[data-offline]', {
  '@media': { [roomy]: { scrollPaddingBlockStart: '6rem' } },
});
