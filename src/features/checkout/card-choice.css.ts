import { style } from '@vanilla-extract/css';
import { boxSize } from '#ui/Checkbox.css.ts';
import { rowGap } from '#ui/Field.css.ts';
import { column, hairline, muted, spreadRow } from '#ui/theme/recipes.ts';
import { vars } from '#ui/theme/theme.css.ts';

const { color, space } = vars;

/** Stacks the choices. The gap has room for a card field's error. */
export const stack = style([column(), { gap: rowGap }]);

export const group = column({ gap: 'xs' });

export const option = style([
  spreadRow(),
  {
    columnGap: space.md,
    paddingInline: space.md,
    background: color.surface,
    border: hairline,
    borderRadius: vars.radius.md,
    selectors: { '&[data-chosen="true"]': { borderColor: color.accent } },
  },
]);

export const brand = style({ marginInlineEnd: 'auto' });

/** Aligns a note with the label's text if the note wraps to the next line. */
export const note = style([
  muted(),
  { paddingBlock: space.xs, marginInlineStart: `calc(${boxSize} + ${space.sm})` },
]);
