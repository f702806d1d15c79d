import { type StyleRule, style } from '@vanilla-extract/css';
import monitor from 'lucide-static/icons/monitor.svg?raw';
import moon from 'lucide-static/icons/moon.svg?raw';
import sun from 'lucide-static/icons/sun.svg?raw';
import { iconStyle } from './icon.ts';
import { chosenInForcedColors, coarsePointer, forcedColors } from './media.ts';
import { sprinkles } from './theme/sprinkles.css.ts';
import { vars } from './theme/theme.css.ts';

const { color } = vars;

export const group = style([
  sprinkles({ display: 'flex' }),
  {
    minInlineSize: 0,
    inlineSize: 'fit-content',
    padding: '2px',
    border: `1px solid ${color.line}`,
    borderRadius: vars.radius.full,
    background: color.sunken,
  },
]);

export const choice = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  inlineSize: vars.target.small,
  blockSize: vars.target.small,
  borderRadius: vars.radius.full,
  color: color.textMuted,
  fontSize: vars.text.xs,
  selectors: { '&:hover': { color: color.text } },
});

/** Covers its option, so that taps hit the native input. */
export const input = style({
  position: 'absolute',
  inset: 0,
  appearance: 'none',
  borderRadius: 'inherit',
  cursor: 'pointer',
  selectors: {
    '&:checked': { background: color.surface, boxShadow: `0 0 0 1px ${color.controlLine}` },
  },
  '@media': {
    // Extends the tap target above and below.
    [coarsePointer]: {
      selectors: { '&::after': { content: '""', position: 'absolute', insetBlock: '-6px', insetInline: 0 } },
    },
    [forcedColors]: { selectors: { '&:checked': chosenInForcedColors } },
  },
});

/** Overlays the input and lets clicks through to it. */
const overControl: StyleRule = {
  position: 'relative',
  pointerEvents: 'none',
  selectors: { [`${input}:checked + &`]: { color: color.text } },
  '@media': {
    [forcedColors]: {
      selectors: { [`${input}:checked + &`]: { forcedColorAdjust: 'none', color: 'HighlightText' } },
    },
  },
};

export const icons = {
  system: iconStyle(monitor, overControl),
  light: iconStyle(sun, overControl),
  dark: iconStyle(moon, overControl),
};
