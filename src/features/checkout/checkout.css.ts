import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import lockKeyhole from 'lucide-static/icons/lock-keyhole.svg?raw';
import { control, error, errorGap, label, rowGap } from '#ui/Field.css.ts';
import { iconStyle } from '#ui/icon.ts';
import { forcedColors, wrongInForcedColors } from '#ui/media.ts';
import { monospace } from '#ui/theme/monospace.css.ts';
import { column, hairline, raised, spreadRow, surface, wrapped } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

const { color, space } = vars;
const { desktop, tablet } = tokens.breakpoints;

export const form = style([
  sprinkles({ display: 'grid', gap: 'lg' }),
  {
    padding: `clamp(${space.md}, 4vw, ${space.xl})`,
    ...raised,
    gridTemplateColumns: 'minmax(0, 1fr)',
    '@media': {
      [desktop]: {
        gap: space.xxl,
        gridTemplateColumns: 'minmax(0, 1fr) 20rem',
        gridTemplateAreas: '"details summary"',
      },
    },
  },
]);

export const newCard = style([
  sprinkles({ display: 'grid' }),
  {
    gap: space.lg,
    padding: `clamp(${space.md}, 4vw, ${space.xl})`,
    ...raised,
    '@media': { [desktop]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
  },
]);

globalStyle(`${newCard} > :not(fieldset)`, { gridColumn: '1 / -1' });

export const details = style([column({ gap: 'lg' }), { '@media': { [desktop]: { gridArea: 'details' } } }]);

export const fields = style([
  wrapped(),
  { gap: `${rowGap} ${space.md}`, minInlineSize: 0, padding: 0, border: 'none' },
]);

/** Fields share a line where it has room for their least widths. */
export const cell = styleVariants(
  { half: '12rem', state: '9.5rem', third: '7.5rem', full: '100%' },
  (width) => ({
    flex: `1 1 ${width}`,
    minInlineSize: 0,
  }),
);

export const country = style([sprinkles({ color: 'muted', fontSize: 'sm' }), { flexBasis: '100%' }]);

export const legend = style([
  sprinkles({ fontSize: 'lg', fontWeight: 'strong' }),
  { padding: 0, marginBlockEnd: space.sm, letterSpacing: vars.tracking.heading },
]);

export const hostHeading = style([spreadRow(), { marginBlockEnd: space.xxs }]);

export const hostLabel = label;

export const host = style([
  control,
  {
    padding: 0,
    overflow: 'hidden',
    selectors: {
      '&[data-invalid="true"]': { borderColor: color.dangerText, boxShadow: `0 0 0 1px ${color.dangerText}` },
    },
    '@media': { [forcedColors]: { selectors: { '&[data-invalid="true"]': wrongInForcedColors } } },
  },
]);

/** Matches the height of other fields. Iframes are 150 px high until the gateway measures its field. */
globalStyle(`${host} iframe`, {
  display: 'block',
  inlineSize: '100%',
  blockSize: `calc(${vars.target.control} - 2px)`,
  border: 0,
  minBlockSize: `calc(${vars.target.control} - 2px)`,
});

/** Stays in the DOM while empty, so that screen readers announce new text. */
export const hostMessage = style([
  error,
  {
    marginBlockStart: errorGap,
    selectors: { '&:empty': { margin: 0 }, '&:empty::before': { display: 'none' } },
  },
]);

export const order = style([
  column({ gap: 'sm' }),
  {
    padding: `clamp(${space.md}, 4vw, ${space.lg})`,
    ...surface,
    background: color.canvas,
    '@media': {
      [desktop]: { gridArea: 'summary', alignSelf: 'start', position: 'sticky', insetBlockStart: space.lg },
    },
  },
]);

export const summary = column({ gap: 'xs' });

export const line = style([
  sprinkles({ display: 'flex', justifyContent: 'space-between', gap: 'md' }),
  { overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
]);

export const term = sprinkles({ color: 'muted' });

export const total = style([
  line,
  sprinkles({ alignItems: 'baseline', fontWeight: 'strong' }),
  { marginBlockStart: space.xs, paddingBlockStart: space.sm, borderBlockStart: hairline },
]);

export const amount = sprinkles({ fontSize: 'xxl' });

export const receive = sprinkles({ fontWeight: 'strong' });

export const safe = style([
  sprinkles({ display: 'flex', gap: 'xs', fontSize: 'sm', color: 'muted' }),
  { '@media': { [tablet]: { justifyContent: 'end' } } },
]);

export const safeIcon = iconStyle(lockKeyhole, { color: color.successText });

export const status = spreadRow({ gap: 'md' });

export const actions = style([
  wrapped({ justifyContent: 'end', gap: 'sm' }),
  { paddingBlockStart: space.lg, borderBlockStart: hairline },
]);

export const closing = column({ gap: 'sm' });

/** Reserves the height of the longest text, to avoid layout shift. */
export const payLine = style([
  sprinkles({ fontSize: 'sm', color: 'muted' }),
  {
    minBlockSize: `calc(${vars.text.md} * ${vars.leading.normal})`,
    selectors: { '&:empty': { display: 'none' } },
    '@media': { [tablet]: { textAlign: 'end' } },
  },
]);

export const pay = style({ flexGrow: 1, '@media': { [tablet]: { flexGrow: 0, minInlineSize: '14rem' } } });

export const choices = style([wrapped({ gap: 'sm' }), { marginBlockStart: space.sm }]);

export const reference = style([monospace, { overflowWrap: 'anywhere' }]);

export const referenceLine = wrapped({ alignItems: 'center', gap: 'sm' });

export const copyOutcome = sprinkles({ fontSize: 'sm' });

export const summaryLine = style([
  wrapped({ alignItems: 'center' }),
  { gap: `0 ${space.sm}`, minInlineSize: 0, padding: 0, border: 'none' },
]);

export const summaryHeading = style([sprinkles({ fontSize: 'sm', color: 'muted' }), { padding: 0 }]);

export const summaryText = style({ flex: 1, minInlineSize: 0, overflowWrap: 'anywhere' });

export const summaryNote = style([sprinkles({ fontSize: 'sm', color: 'muted' }), { display: 'block' }]);
