const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? '');

/** Colors in light and dark mode. Clients that drop style sheets show the light ones. */
const colors = {
  page: ['#ffffff', '#17191d'],
  text: ['#1b1d21', '#eceef1'],
  muted: ['#5a6069', '#adb3bd'],
  line: ['#d9dce1', '#3a3f47'],
  button: ['#1d4ed8', '#9dbcff'],
  label: ['#ffffff', '#10131a'],
} as const;

const inDark = ([, dark]: readonly [string, string]): string => `${dark} !important`;

const styleSheet = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  body, .page { background: ${inDark(colors.page)}; color: ${inDark(colors.text)}; }
  .muted, .muted a { color: ${inDark(colors.muted)}; }
  .line { border-color: ${inDark(colors.line)}; }
  .button { background: ${inDark(colors.button)}; color: ${inDark(colors.label)}; }
}`;

const font = "font-family: -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

export const styles = {
  heading: 'margin: 0 0 16px; font-size: 22px; line-height: 1.3',
  paragraph: 'margin: 0 0 12px',
  facts: `margin: 20px 0; padding: 12px 0 4px; border-top: 1px solid ${colors.line[0]}; border-bottom: 1px solid ${colors.line[0]}`,
  label: `margin: 0; font-size: 14px; color: ${colors.muted[0]}`,
  value: 'margin: 0 0 10px; overflow-wrap: anywhere',
  button: `display: inline-block; margin: 8px 8px 8px 0; padding: 12px 20px; border: 0; border-radius: 6px; background: ${colors.button[0]}; color: ${colors.label[0]}; font: inherit; font-weight: 600; text-decoration: none`,
  foot: `margin: 24px 0 0; padding: 16px 0 0; border-top: 1px solid ${colors.line[0]}; font-size: 14px; color: ${colors.muted[0]}; overflow-wrap: anywhere`,
  link: `color: ${colors.muted[0]}`,
} as const;

/** Returns an HTML document with one column, which needs no style sheet. @param body HTML */
export const htmlDocument = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${styleSheet}
</style>
</head>
<body style="margin: 0; background: ${colors.page[0]}">
<main class="page" style="max-width: 560px; margin: 0 auto; padding: 32px 20px; background: ${colors.page[0]}; color: ${colors.text[0]}; ${font}; font-size: 16px; line-height: 1.5">
<h1 style="${styles.heading}">${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
