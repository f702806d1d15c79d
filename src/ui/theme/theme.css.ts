import { assignVars, createThemeContract, globalStyle } from '@vanilla-extract/css';
import { tokens } from './tokens.ts';

const { light, dark } = tokens.palettes;

export const vars = createThemeContract({ color: light, ...tokens.scale });

globalStyle(':root', {
  colorScheme: 'light',
  vars: assignVars(vars, { color: light, ...tokens.scale }),
});

const darkTheme = { colorScheme: 'dark', vars: assignVars(vars.color, dark) } as const;

globalStyle(':root:not([data-theme="light"])', {
  '@media': { '(prefers-color-scheme: dark)': darkTheme },
});

globalStyle(':root[data-theme="dark"]', darkTheme);
