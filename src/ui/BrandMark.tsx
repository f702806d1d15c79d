export const BrandMark = () => (
  <svg viewBox="0 0 32 32" width="32" height="32" fill="none" stroke="currentColor" aria-hidden="true">
    <circle cx="16" cy="16" r="13.5" strokeWidth="2.5" />
    <path d="M21 12.2a6.3 6.3 0 1 0 0 7.6" strokeWidth="3" strokeLinecap="round" />
  </svg>
);
