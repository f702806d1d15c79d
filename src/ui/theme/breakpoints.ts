/** Where a layout widens. Media queries cannot read variables, and code that asks for a width needs no other token. */
export const breakpoints = { tablet: '(min-width: 40rem)', desktop: '(min-width: 60rem)' } as const;
