import type { Elements } from '../../ui/elements.ts';
import { LogoMark } from '../../ui/logo-mark.tsx';
import { StorageNotice } from './storage-notice.tsx';

interface EntranceProps {
  title: string;
  subtitle: string;
  children: Elements;
}

/** The frame of screens that need no session. */
export function Entrance({ title, subtitle, children }: EntranceProps) {
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-6 px-4 py-10">
      <div className="grid justify-items-center gap-3 text-center">
        <a href="/" aria-label="Home page" className="rounded-xl">
          <LogoMark />
        </a>
        <h1 className="text-3xl font-extrabold">{title}</h1>
        <p className="min-w-0 wrap-anywhere text-muted">{subtitle}</p>
      </div>
      <StorageNotice />
      {children}
    </main>
  );
}
