import { useApp } from '#features/app-context.ts';

interface SupportLinkProps {
  readonly className: string;
  readonly children: string;
}

/** A link to the store's support, by email or on the web; plain text where the store names none. */
export const SupportLink = ({ className, children }: SupportLinkProps) => {
  const { support } = useApp();
  if (support === null) return <span>{children}</span>;
  return (
    <a className={className} href={/^https:/i.test(support) ? support : `mailto:${support}`}>
      {children}
    </a>
  );
};
