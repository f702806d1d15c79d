import { style } from '@vanilla-extract/css';
import monitor from 'lucide-static/icons/monitor.svg?raw';
import moon from 'lucide-static/icons/moon.svg?raw';
import sun from 'lucide-static/icons/sun.svg?raw';
import { iconStyle } from './icon.ts';
import { sprinkles } from './theme/sprinkles.css.ts';
import { vars } from './theme/theme.css.ts';

const { colour } = vars;

export const group = style([
  sprinkles({ display: 'flex' }),
  {
    minInlineSize: 0,
    inlineSize: 'fit-content',
    padding: '2px',
    border: `1px solid ${colour.line}`,
    borderRadius: vars.radius.full,
    background: colour.sunken,
  },
]);

export const choice = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  inlineSize: vars.target.small,
  blockSize: vars.target.small,
  borderRadius: vars.radius.full,
  color: colour.textMuted,
  fontSize: vars.text.xs,
  selectors: {
    '&:hover': { color: colour.text },
    '&:has(:checked)': {
      background: colour.surface,
      color: colour.text,
      boxShadow: `0 0 0 1px ${colour.controlLine}`,
    },
    '&:has(:focus-visible)': { outline: `2px solid ${colour.focus}`, outlineOffset: '2px' },
  },
});

/** Lies over its choice, so that a finger meets the control itself. */
export const input = style({
  position: 'absolute',
  inset: 0,
  appearance: 'none',
  borderRadius: 'inherit',
  cursor: 'pointer',
  selectors: { '&:focus-visible': { outline: 'none' } },
});

export const icons = { system: iconStyle(monitor), light: iconStyle(sun), dark: iconStyle(moon) };
