import { globalStyle, style } from '@vanilla-extract/css';
import { closeButton } from '#ui/Dialog.css.ts';
import { row } from '#ui/theme/recipes.ts';
import { vars } from '#ui/theme/theme.css.ts';

const { space } = vars;
const height = '2.5rem';

/** Fills the gap between two sections, so that news causes no layout shift. */
export const place = style({
  blockSize: height,
  marginBlock: `calc((${height} + ${space.xxl}) / -2)`,
});

globalStyle(`${place} > *`, { alignItems: 'center', blockSize: '100%', paddingBlock: 0 });

export const line = style([row({ gap: 'sm', fontSize: 'sm' }), { whiteSpace: 'nowrap' }]);

/** Two lines at most. The linked page has the whole text. */
export const text = style({
  flexGrow: 1,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  fontSize: vars.text.xs,
  lineHeight: vars.leading.tight,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
});

export const dismiss = style([closeButton, { marginInlineEnd: `calc(-1 * ${space.xs})` }]);
