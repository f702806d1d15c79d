/** What the gateway says, as PostgreSQL can store it: that has neither NUL nor halves of characters. */
export const wellFormed = (text: string): string => text.replace(/[\0\p{Cs}]/gu, '\u{FFFD}');
