import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useAuth } from '../../runtime/auth/use-auth.ts';
import { StorageNotice } from './storage-notice.tsx';
import { wantScreen } from './wanted-screen.ts';
import type { Elements } from '../../ui/elements.ts';

/** The placeholder while the session is read. */
export function Verifying() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <span
        aria-hidden="true"
        className="size-12 rounded-full border-4 border-line border-t-brand motion-safe:animate-spin"
      />
      <p role="status" className="text-lg font-semibold text-heading">
        Loading...
        <span className="block text-base font-normal text-muted">Verifying credentials</span>
      </p>
      <StorageNotice />
    </main>
  );
}

/**
 * Shows the screen to administrators and redirects everybody else to the sign-in, replacing the
 * history entry. The sign-in opens the wanted screen, except after a sign-out: the next person
 * starts at the dashboard.
 */
export function Guard({ children }: { children: Elements }) {
  const auth = useAuth();
  const location = useLocation();
  const isIn = auth.status === 'signed-in' && auth.isAdmin;
  const [wasIn, setWasIn] = useState(isIn);
  if (isIn && !wasIn) setWasIn(true);
  if (auth.status === 'loading') return <Verifying />;
  if (isIn) return children;
  const because = auth.status === 'signed-out' ? auth.because : null;
  const isInterrupted =
    because === 'session-ended' || (auth.status === 'signed-in' && auth.needsCode);
  const isWanted = isInterrupted || (!wasIn && because === null);
  return <Navigate to="/admin/login" replace state={isWanted ? wantScreen(location) : undefined} />;
}
