import { useApp } from '#features/shared/app-context.ts';
import { link } from '#ui/link.css.ts';

interface SupportLinkProps {
  readonly className: string;
  readonly textClassName?: string;
  readonly children: string;
}

/** Renders a link to the store's support, or plain text if none is configured. */
export const SupportLink = ({ className, textClassName, children }: SupportLinkProps) => {
  const { support } = useApp();
  if (support === null) return <span className={textClassName}>{children}</span>;
  const href = /^https:/i.test(support) ? support : `mailto:${support}`;
  return (
    // Hydration keeps attributes, so replace an address that a proxy hid in the prerendered page.
    <a ref={(link) => link?.setAttribute('href', href)} className={className} href={href}>
      {children}
    </a>
  );
};

/** Renders text and links its "contact us" to the store's support. */
export const ContactText = ({ children }: { readonly children: string }) => {
  const [before, phrase, ...after] = children.split(/(contact us)/i);
  if (phrase === undefined) return <span>{children}</span>;
  return (
    <>
      <span>{before}</span>
      <SupportLink className={link}>{phrase}</SupportLink>
      <span>{after.join('')}</span>
    </>
  );
};

/** Renders {@link ContactText} as a paragraph. */
export const ContactLine = ({
  className,
  children,
}: {
  readonly className?: string;
  readonly children: string;
}) => (
  <p className={className}>
    <ContactText>{children}</ContactText>
  </p>
);
