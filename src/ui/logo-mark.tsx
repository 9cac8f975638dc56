/** The company's mark. Its name stands beside it. */
export const LogoMark = () => (
  <svg viewBox="0 0 32 32" className="size-10 shrink-0" aria-hidden="true">
    <rect width="32" height="32" rx="10" fill="#0b726c" />
    <path
      d="M14 6c1.1 6.2 3.3 8.7 9.5 10C17.3 17.3 15.1 19.8 14 26c-1.1-6.2-3.3-8.7-9.5-10C10.7 14.7 12.9 12.2 14 6Z"
      fill="#fff"
    />
    <path
      d="M24 5.5c.4 2.3 1.2 3.2 3.5 3.7-2.3.5-3.1 1.4-3.5 3.7-.4-2.3-1.2-3.2-3.5-3.7 2.3-.5 3.1-1.4 3.5-3.7Z"
      fill="#ff9c85"
    />
  </svg>
);
