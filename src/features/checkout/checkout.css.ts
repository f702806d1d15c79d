import { style } from '@vanilla-extract/css';
import { control } from '#ui/Field.css.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

const { colour } = vars;

/** The order beside what it takes to pay for it, or above it where there is less room. */
export const form = style([
  sprinkles({ display: 'grid', gap: 'xl' }),
  {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '@media': {
      [tokens.breakpoints.desktop]: {
        gridTemplateColumns: 'minmax(0, 1fr) 18rem',
        gridTemplateAreas: '"details summary"',
      },
    },
  },
]);

export const details = style([
  sprinkles({ display: 'flex', flexDirection: 'column', gap: 'lg' }),
  { '@media': { [tokens.breakpoints.desktop]: { gridArea: 'details' } } },
]);

/** Rows leave room for a message, so that nothing moves from under a press when one comes or goes. */
export const fields = style([
  sprinkles({ display: 'grid', gap: 'sm' }),
  {
    minInlineSize: 0,
    padding: 0,
    border: 'none',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridAutoRows: 'minmax(6.25rem, auto)',
    '@media': { [tokens.breakpoints.tablet]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
  },
]);

export const wide = style({
  '@media': { [tokens.breakpoints.tablet]: { gridColumn: '1 / -1' } },
});

export const legend = style([
  sprinkles({ fontSize: 'lg', fontWeight: 'strong' }),
  { padding: 0, marginBlockEnd: vars.space.sm, fontFamily: vars.font.display },
]);

export const hostLabel = style([
  sprinkles({ fontSize: 'sm', fontWeight: 'strong' }),
  { marginBlockEnd: vars.space.xxs },
]);

export const host = style([
  control,
  {
    padding: 0,
    overflow: 'hidden',
    selectors: {
      '&[data-invalid="true"]': {
        borderColor: colour.dangerText,
        boxShadow: `0 0 0 1px ${colour.dangerText}`,
      },
    },
  },
]);

export const hostMessage = style([
  sprinkles({ fontSize: 'sm', fontWeight: 'medium' }),
  { marginBlockStart: vars.space.xxs, color: colour.dangerText },
]);

export const summary = style([
  sprinkles({ display: 'flex', flexDirection: 'column', gap: 'xs', padding: 'md' }),
  {
    background: colour.sunken,
    borderRadius: vars.radius.md,
    '@media': {
      [tokens.breakpoints.desktop]: {
        gridArea: 'summary',
        alignSelf: 'start',
        position: 'sticky',
        insetBlockStart: vars.space.md,
      },
    },
  },
]);

export const line = style([
  sprinkles({ display: 'flex', justifyContent: 'space-between', gap: 'md' }),
  { overflowWrap: 'anywhere' },
]);

export const total = style([
  line,
  sprinkles({ fontWeight: 'strong' }),
  { paddingBlockStart: vars.space.xs, borderBlockStart: `1px solid ${colour.line}` },
]);

export const status = sprinkles({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 'md',
});

export const notice = style({ selectors: { '&:focus': { outline: 'none' } } });

export const actions = sprinkles({ display: 'flex', flexWrap: 'wrap', justifyContent: 'end', gap: 'sm' });

export const choices = style([
  sprinkles({ display: 'flex', flexWrap: 'wrap', gap: 'sm' }),
  { marginBlockStart: vars.space.sm },
]);

export const reference = style({ fontFamily: vars.font.mono, overflowWrap: 'anywhere' });
