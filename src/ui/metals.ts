/** Shades of a metal, brightest first, and the color of its edge. */
type Metal = Readonly<Record<'shine' | 'light' | 'body' | 'deep' | 'edge', string>>;

export const metals = {
  silver: { shine: '#ffffff', light: '#e3e8eb', body: '#b3bcc2', deep: '#838e95', edge: '#6d777e' },
  bronze: { shine: '#ffe9d6', light: '#e9b88f', body: '#c07f4d', deep: '#8c5227', edge: '#76431e' },
  gold: { shine: '#fff9dc', light: '#f6dc8b', body: '#d9ad45', deep: '#a5781a', edge: '#8a6212' },
} as const satisfies Record<string, Metal>;

/** Returns a gradient for a disc with the round sheen of brushed metal. */
export const disc = ({ shine, light, body, deep }: Metal): string =>
  `conic-gradient(from 20deg, ${light}, ${deep} 11%, ${body} 17%, ${shine} 27%, ${light} 33%, ${body} 45%, ${deep} 60%, ${body} 66%, ${shine} 77%, ${light} 84%, ${body} 93%, ${light})`;

/** Returns a gradient for a flat metal strip with one highlight. */
export const strip = ({ shine, light, body, deep }: Metal): string =>
  `linear-gradient(100deg, ${deep}, ${body} 18%, ${shine} 34%, ${light} 42%, ${body} 62%, ${deep} 84%, ${light})`;
