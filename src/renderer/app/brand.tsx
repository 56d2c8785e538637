/** The logo: a key whose bow is a clock. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden>
      <circle cx="11.5" cy="16" r="8" stroke="#dba32e" strokeWidth="3" />
      <path d="M11.5 11.6V16l2.9 1.9" stroke="#dba32e" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M19.5 16H30M25 16v4.4M29 16v3" stroke="#dba32e" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
