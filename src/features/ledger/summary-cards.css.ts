import { style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

const { colour } = vars;

/** One surface; the lines between its figures are its ground, which shows through the gaps. */
export const figures = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '1px',
  overflow: 'hidden',
  border: `1px solid ${colour.line}`,
  borderRadius: vars.radius.lg,
  background: colour.line,
  boxShadow: vars.shadow.raised,
  '@media': { [tokens.breakpoints.desktop]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
});

export const figure = style([
  sprinkles({ paddingBlock: 'md', paddingInline: 'lg' }),
  { background: colour.surface },
]);

export const label = sprinkles({ fontSize: 'sm', color: 'muted' });

export const value = style([
  sprinkles({ fontSize: 'xl', fontWeight: 'strong' }),
  {
    minBlockSize: '2.1rem',
    letterSpacing: vars.tracking.heading,
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
]);
