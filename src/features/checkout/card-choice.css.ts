import { style } from '@vanilla-extract/css';
import { boxSize } from '#ui/Checkbox.css.ts';
import { rowGap } from '#ui/Field.css.ts';
import { hairline } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

const { color, space } = vars;

/** Stacks the choices. The gap has room for a card field's error. */
export const stack = style([sprinkles({ display: 'flex', flexDirection: 'column' }), { gap: rowGap }]);

export const group = sprinkles({ display: 'flex', flexDirection: 'column', gap: 'xs' });

export const option = style([
  sprinkles({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }),
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
  sprinkles({ fontSize: 'sm', color: 'muted' }),
  { paddingBlock: space.xs, marginInlineStart: `calc(${boxSize} + ${space.sm})` },
]);
