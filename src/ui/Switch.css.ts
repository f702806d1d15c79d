import { style } from '@vanilla-extract/css';
import { forcedColors } from './media.ts';
import { row } from './theme/recipes.ts';
import { vars } from './theme/theme.css.ts';

const { color } = vars;

export const label = style([
  row({ gap: 'sm', fontWeight: 'strong' }),
  { minBlockSize: vars.target.control, cursor: 'pointer' },
]);

/** Styles a native checkbox, so that the whole label is clickable. */
export const control = style({
  appearance: 'none',
  flexShrink: 0,
  inlineSize: '2.75rem',
  blockSize: '1.5rem',
  margin: 0,
  padding: '2px',
  border: `1px solid ${color.controlLine}`,
  borderRadius: vars.radius.full,
  background: color.sunken,
  cursor: 'inherit',
  selectors: {
    '&::before': {
      content: '""',
      display: 'block',
      blockSize: '100%',
      aspectRatio: '1',
      borderRadius: vars.radius.full,
      background: color.textMuted,
    },
    '&:checked': { background: color.accent, borderColor: color.accent },
    '&:checked::before': { marginInlineStart: 'auto', background: color.onAccent },
    '&[data-tentative="true"]:checked': { background: color.surface, borderStyle: 'dashed' },
    '&[data-tentative="true"]:checked::before': { background: color.accent },
    '&[aria-disabled="true"]': { cursor: 'not-allowed', opacity: 0.6 },
  },
  '@media': {
    [forcedColors]: {
      selectors: {
        '&::before': { background: 'ButtonText', forcedColorAdjust: 'none' },
        '&:checked::before': { background: 'Highlight' },
      },
    },
  },
});
