/** Breakpoints as plain strings, because media queries can't use variables. Scripts need only this file. */
export const breakpoints = { tablet: '(min-width: 40rem)', desktop: '(min-width: 60rem)' } as const;
