import type { MailConfig } from '../config/config.ts';
import type { MailWords } from './texts.ts';

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;

const escapeHtml = (text: string): string =>
  Object.entries(entities).reduce((escaped, [from, to]) => escaped.replaceAll(from, to), text);

const link = (url: string, label: string): string => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

/** The colors are the mail client's, also in dark mode. Clients that drop the style sheet show plain text and links. */
const styleSheet = `:root { color-scheme: light dark; }
main { max-width: 560px; margin: 0 auto; padding: 24px 12px; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 22px; line-height: 1.3; }
dl { padding: 12px 0 2px; border: solid #808080; border-width: 1px 0; }
dt, footer { font-size: 14px; opacity: 0.75; }
dd { margin: 0 0 10px; }
button { padding: 12px 20px; font: inherit; }`;

/** Returns an HTML document with one column. @param body HTML */
export const htmlDocument = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${styleSheet}
</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;

/** Returns a mail's subject and bodies. @param unsubscribeUrl stops mails like this one; undefined if the store always sends them */
export const composeMail = (
  { subject, lines, facts = [], links, because = '' }: MailWords,
  { seller: { name, address, support }, appUrl }: Pick<MailConfig, 'seller' | 'appUrl'>,
  unsubscribeUrl: string | undefined,
) => {
  const stop = 'Stop these emails';
  const seller = `${name}, ${address}`;
  const text = [
    ...lines,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    links.map(([label, path]) => `${label}: ${appUrl}${path}`).join('\n'),
    unsubscribeUrl && `${because}\n${stop}: ${unsubscribeUrl}`,
    `${seller}\nQuestions? ${support}`,
  ];
  const listed = facts.map(([label, value]) => `<dt>${label}</dt>\n<dd>${escapeHtml(value)}</dd>`);
  const supportUrl = support.startsWith('https://') ? support : `mailto:${support}`;
  const html = [
    ...lines.map((line) => line && `<p>${escapeHtml(line)}</p>`),
    listed.length > 0 && `<dl>\n${listed.join('\n')}\n</dl>`,
    ...links.map(([label, path]) => `<p>${link(appUrl + path, label)}</p>`),
    '<footer>',
    unsubscribeUrl && `<p>${escapeHtml(because)} ${link(unsubscribeUrl, stop)}</p>`,
    `<p>${escapeHtml(seller)}<br>Questions? ${link(supportUrl, support)}</p>`,
    '</footer>',
  ];
  return {
    subject,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    html: htmlDocument(subject, html.filter(Boolean).join('\n')),
  };
};
