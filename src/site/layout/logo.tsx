import { Link } from 'react-router-dom';
import { LogoMark } from '../../ui/logo-mark.tsx';
import { COMPANY } from '../content/company.ts';

/** The company's mark and name, linked to the home page. */
export function Logo() {
  return (
    <Link to="/" className="flex min-h-11 items-center gap-2.5 rounded-xl pr-1 font-bold text-heading">
      <LogoMark />
      <span className="max-w-24 text-base leading-[1.05] tracking-tight sm:max-lg:max-w-none sm:text-lg xl:max-w-none">{COMPANY.name}</span>
    </Link>
  );
}
