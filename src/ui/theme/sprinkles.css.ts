import { createSprinkles, defineProperties } from '@vanilla-extract/sprinkles';
import { vars } from './theme.css.ts';

const layout = defineProperties({
  properties: {
    display: ['flex', 'grid', 'block'],
    flexDirection: ['column'],
    flexWrap: ['wrap'],
    alignItems: ['center', 'start', 'baseline'],
    justifyContent: ['center', 'space-between', 'end'],
    gap: vars.space,
    padding: vars.space,
    paddingBlock: vars.space,
    paddingInline: vars.space,
  },
});

const type = defineProperties({
  properties: {
    color: { muted: vars.color.textMuted, brass: vars.color.brassText },
    fontSize: vars.text,
    fontWeight: vars.weight,
  },
});

/** Layout and type shorthands for `.css.ts` files: `style([sprinkles({ … }), { … }])`. */
export const sprinkles = createSprinkles(layout, type);
