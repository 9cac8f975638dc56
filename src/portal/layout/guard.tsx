import { Navigate } from 'react-router-dom';
import { useAuth } from '../../runtime/auth/use-auth.ts';
import { StorageNotice } from './storage-notice.tsx';
import type { Elements } from '../../ui/elements.ts';

/** Stands in for a screen while it is found out who is signed in. */
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

/** Lets administrators in and sends everybody else to the sign-in, in place of the history entry. */
export function Guard({ children }: { children: Elements }) {
  const auth = useAuth();
  if (auth.status === 'loading') return <Verifying />;
  return auth.status === 'signed-in' && auth.isAdmin ? (
    children
  ) : (
    <Navigate to="/admin/login" replace />
  );
}
