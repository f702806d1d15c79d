import type { MailConfig } from '../config/config.ts';
import type { MailWords } from './texts.ts';

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;

const escapeHtml = (text: string): string =>
  Object.entries(entities).reduce((escaped, [from, to]) => escaped.replaceAll(from, to), text);

const font = "16px/1.5 -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Styles of elements, because some mail clients drop style sheets. */
const styles = {
  body: 'margin: 0; background: #ffffff',
  page: `max-width: 560px; margin: 0 auto; padding: 32px 20px; background: #ffffff; color: #1b1d21; font: ${font}`,
  heading: 'margin: 0 0 16px; font-size: 22px; line-height: 1.3',
  paragraph: 'margin: 0 0 12px',
  facts: 'margin: 20px 0; padding: 12px 0 4px; border: solid #d9dce1; border-width: 1px 0',
  label: 'font-size: 14px; color: #5a6069',
  value: 'margin: 0 0 10px; overflow-wrap: anywhere',
  button:
    'display: inline-block; margin: 8px 8px 8px 0; padding: 12px 20px; border: 0; border-radius: 6px; background: #1d4ed8; color: #ffffff; font: inherit; font-weight: 600; text-decoration: none',
  foot: 'margin: 24px 0 0; padding: 16px 0 0; border-top: 1px solid #d9dce1; font-size: 14px; color: #5a6069; overflow-wrap: anywhere',
  link: 'color: inherit',
} as const;

const darkColors = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #17191d !important; color: #eceef1 !important; }
  .label, .foot { color: #adb3bd !important; }
  .facts, .foot { border-color: #3a3f47 !important; }
  .button { background: #9dbcff !important; color: #10131a !important; }
}`;

/** Returns an element with its style. @param content HTML */
export const element = (
  tag: string,
  name: Exclude<keyof typeof styles, 'body'>,
  content: string,
  attributes = '',
): string => `<${tag} class="${name}" style="${styles[name]}"${attributes}>${content}</${tag}>`;

const link = (name: 'button' | 'link', url: string, label: string): string =>
  element('a', name, escapeHtml(label), ` href="${escapeHtml(url)}"`);

/** Returns an HTML document with one column. @param body HTML */
export const htmlDocument = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${darkColors}
</style>
</head>
<body class="page" style="${styles.body}">
${element('main', 'page', `\n${element('h1', 'heading', escapeHtml(title))}\n${body}\n`)}
</body>
</html>
`;

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** @param unsubscribeUrl stops mails like this one; undefined if the store always sends them */
export const composeMail = (
  { subject, lines, facts = [], links, because = '' }: MailWords,
  { seller: { name, address, support }, appUrl }: Pick<MailConfig, 'seller' | 'appUrl'>,
  unsubscribeUrl: string | undefined,
): ComposedMail => {
  const sold = `${name}, ${address}`;
  const stop = 'Stop these emails';
  const text = [
    ...lines,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    links.map(([label, path]) => `${label}: ${appUrl}${path}`).join('\n'),
    unsubscribeUrl && `${because}\n${stop}: ${unsubscribeUrl}`,
    `${sold}\nQuestions? ${support}`,
  ];
  const listed = facts.map(
    ([label, value]) =>
      `${element('dt', 'label', escapeHtml(label))}\n${element('dd', 'value', escapeHtml(value))}`,
  );
  const foot = [
    ...(unsubscribeUrl === undefined ? [] : [escapeHtml(because), link('link', unsubscribeUrl, stop)]),
    escapeHtml(sold),
    `Questions? ${link('link', support.includes('@') ? `mailto:${support}` : support, support)}`,
  ];
  const body = [
    ...lines.map((line) => line && element('p', 'paragraph', escapeHtml(line))),
    listed.length > 0 && element('dl', 'facts', `\n${listed.join('\n')}\n`),
    element('p', 'paragraph', links.map(([label, path]) => link('button', appUrl + path, label)).join('\n')),
    element('p', 'foot', foot.join('<br>\n')),
  ];
  return {
    subject,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    html: htmlDocument(subject, body.filter(Boolean).join('\n')),
  };
};
