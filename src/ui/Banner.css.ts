import { style, styleVariants } from '@vanilla-extract/css';
import circleAlert from 'lucide-static/icons/circle-alert.svg?raw';
import circleCheck from 'lucide-static/icons/circle-check.svg?raw';
import info from 'lucide-static/icons/info.svg?raw';
import triangleAlert from 'lucide-static/icons/triangle-alert.svg?raw';
import { iconRule } from './icon.ts';
import { mixed } from './theme/recipes.ts';
import { vars } from './theme/theme.css.ts';

const { color } = vars;

export const banner = styleVariants(
  {
    success: { icon: circleCheck, text: color.successText, surface: color.successSurface },
    error: { icon: circleAlert, text: color.dangerText, surface: color.dangerSurface },
    info: { icon: info, text: color.infoText, surface: color.infoSurface },
    warning: { icon: triangleAlert, text: color.warningText, surface: color.warningSurface },
  },
  ({ icon, text, surface }) => ({
    display: 'flex',
    gap: vars.space.sm,
    paddingBlock: vars.space.sm,
    paddingInline: vars.space.md,
    border: `1px solid ${color.line}`,
    ...mixed({ borderColor: 'color-mix(in srgb, currentColor 28%, transparent)' }),
    borderRadius: vars.radius.md,
    background: surface,
    color: text,
    // Aligns the icon with the first line of text.
    selectors: { '&::before': { ...iconRule(icon), content: '""', marginBlockStart: '0.125rem' } },
  }),
);

export const body = style({ minInlineSize: 0, flex: 1, color: color.text });
