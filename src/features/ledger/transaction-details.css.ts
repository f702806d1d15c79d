import { style } from '@vanilla-extract/css';
import printer from 'lucide-static/icons/printer.svg?raw';
import { iconStyle } from '#ui/icon.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const printIcon = iconStyle(printer);

export const facts = sprinkles({ display: 'flex', flexDirection: 'column' });

export const fact = style([
  sprinkles({
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: 'xs',
    paddingBlock: 'xs',
  }),
  { selectors: { '& + &': { borderBlockStart: `1px solid ${vars.colour.line}` } } },
]);

export const term = sprinkles({ color: 'muted', fontSize: 'sm' });

export const value = style({
  minInlineSize: 0,
  fontVariantNumeric: 'tabular-nums',
  fontWeight: vars.weight.medium,
  overflowWrap: 'anywhere',
});
