import { globalStyle } from '@vanilla-extract/css';

// A toast goes when its bar has run out: these stay to be looked at.
globalStyle('.Toastify__progress-bar', { animationPlayState: 'paused !important' });
