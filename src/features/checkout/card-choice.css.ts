import { style } from '@vanilla-extract/css';
import { rowGap } from '#ui/Field.css.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

const { color, space } = vars;

/** The error of a card field fits into the gap. */
export const stack = style([sprinkles({ display: 'flex', flexDirection: 'column' }), { gap: rowGap }]);

export const group = sprinkles({ display: 'flex', flexDirection: 'column', gap: 'xs' });

export const option = style([
  sprinkles({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }),
  {
    columnGap: space.md,
    paddingInline: space.md,
    background: color.surface,
    border: `1px solid ${color.line}`,
    borderRadius: vars.radius.md,
    selectors: { '&[data-chosen="true"]': { borderColor: color.accent } },
  },
]);

export const label = style([
  sprinkles({ display: 'flex', alignItems: 'center', gap: 'sm' }),
  { minBlockSize: vars.target.control, overflowWrap: 'anywhere' },
]);

export const box = style({
  flexShrink: 0,
  inlineSize: '1.25rem',
  blockSize: '1.25rem',
  margin: 0,
  accentColor: color.accent,
});

export const note = style([sprinkles({ fontSize: 'sm', color: 'muted' }), { paddingBlock: space.xs }]);

export const hint = sprinkles({ fontSize: 'sm', color: 'muted' });
