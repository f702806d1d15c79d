/** The mark of the store: a chest with its keyhole. The name stands beside it. */
export const BrandMark = () => (
  <svg
    viewBox="0 0 32 32"
    width="32"
    height="32"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    aria-hidden="true"
  >
    <path d="M4 14a8 8 0 0 1 8-8h8a8 8 0 0 1 8 8v12H4z" strokeLinejoin="round" />
    <path d="M4 16h8M20 16h8" />
    <circle cx="16" cy="16" r="4" />
    <path d="M16 16v5" strokeLinecap="round" />
  </svg>
);
