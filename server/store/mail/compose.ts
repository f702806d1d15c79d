import type { MailConfig } from '../config/config.ts';
import { escapeHtml, htmlDocument, styles } from './html.ts';
import type { MailWords } from './mail-texts.ts';

/** A mail's subject and bodies. */
export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const element = (name: string, style: string, content: string): string =>
  `<${name} style="${style}">${content}</${name}>`;

const link = (url: string, label: string): string =>
  `<a href="${escapeHtml(url)}" style="${styles.link}">${escapeHtml(label)}</a>`;

/** @param unsubscribeUrl stops mails like this one; undefined if the store always sends them */
export const composeMail = (
  { subject, lines, facts, links, because }: MailWords,
  { seller, appUrl }: Pick<MailConfig, 'seller' | 'appUrl'>,
  unsubscribeUrl: string | undefined,
): ComposedMail => {
  const sold = `${seller.name}, ${seller.address}`;
  const text = [
    ...lines,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    links.map(([label, path]) => `${label}: ${appUrl}${path}`).join('\n'),
    [because, unsubscribeUrl && `Stop these emails: ${unsubscribeUrl}`].filter(Boolean).join('\n'),
    `${sold}\nQuestions? ${seller.support}`,
  ];
  const supportUrl = seller.support.includes('@') ? `mailto:${seller.support}` : seller.support;
  const listed = facts
    .map(
      ([label, value]) =>
        `<dt class="muted" style="${styles.label}">${escapeHtml(label)}</dt>\n${element('dd', styles.value, escapeHtml(value))}`,
    )
    .join('\n');
  const buttons = links
    .map(
      ([label, path]) =>
        `<a class="button" href="${escapeHtml(appUrl + path)}" style="${styles.button}">${escapeHtml(label)}</a>`,
    )
    .join('\n');
  const foot = [
    because && escapeHtml(because),
    unsubscribeUrl && link(unsubscribeUrl, 'Stop these emails'),
    escapeHtml(sold),
    `Questions? ${link(supportUrl, seller.support)}`,
  ];
  const html = [
    ...lines.map((line) => element('p', styles.paragraph, escapeHtml(line))),
    listed && `<dl class="line" style="${styles.facts}">\n${listed}\n</dl>`,
    element('p', styles.paragraph, buttons),
    `<p class="muted line" style="${styles.foot}">${foot.filter(Boolean).join('<br>\n')}</p>`,
  ];
  return {
    subject,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    html: htmlDocument(subject, html.filter(Boolean).join('\n')),
  };
};
