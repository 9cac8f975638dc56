import { Link } from 'react-router-dom';
import { COMPANY } from '../content/company.ts';

/** The company's mark and name, linked to the home page. */
export function Logo() {
  return (
    <Link to="/" className="flex min-h-11 items-center gap-2.5 rounded-xl pr-1 font-bold text-heading">
      <svg viewBox="0 0 32 32" className="size-10 shrink-0" aria-hidden="true">
        <rect width="32" height="32" rx="10" fill="#0b726c" />
        <path d="M14 6c1.1 6.2 3.3 8.7 9.5 10C17.3 17.3 15.1 19.8 14 26c-1.1-6.2-3.3-8.7-9.5-10C10.7 14.7 12.9 12.2 14 6Z" fill="#fff" />
        <path d="M24 5.5c.4 2.3 1.2 3.2 3.5 3.7-2.3.5-3.1 1.4-3.5 3.7-.4-2.3-1.2-3.2-3.5-3.7 2.3-.5 3.1-1.4 3.5-3.7Z" fill="#ff9c85" />
      </svg>
      <span className="max-w-24 text-base leading-[1.05] tracking-tight sm:max-lg:max-w-none sm:text-lg xl:max-w-none">{COMPANY.name}</span>
    </Link>
  );
}
