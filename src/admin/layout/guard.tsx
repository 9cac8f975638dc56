import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useAuth } from '../../runtime/auth/use-auth.ts';
import { Verifying } from './verifying.tsx';

/** Lets administrators in and sends everybody else to the sign-in, in place of the history entry. */
export function Guard({ children }: { children: ReactNode }) {
  const auth = useAuth();
  if (auth.status === 'loading') return <Verifying />;
  return auth.status === 'signed-in' && auth.isAdmin ? children : <Navigate to="/admin/login" replace />;
}
