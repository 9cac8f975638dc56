import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { db } from '../../../src/runtime/database.ts';
import { signedOut } from '../../../src/runtime/auth/session.ts';

const home = location.href;
let root: Root | null = null;

/** Shows an app at this address, as its entry does. */
export function show(path: string, app: ReactNode): void {
  const container = document.createElement('div');
  container.id = 'root';
  document.body.prepend(container);
  // Tab begins at the page's start, and not where the page before had the focus.
  container.tabIndex = -1;
  container.focus();
  container.removeAttribute('tabindex');
  history.replaceState(null, '', path);
  root = createRoot(container);
  root.render(<BrowserRouter>{app}</BrowserRouter>);
}

/** Ends the page; the device keeps what it stored. */
export function leavePage(): void {
  root?.unmount();
  root = null;
  document.getElementById('root')?.remove();
}

/** Ends the page, and empties the device. */
export async function closePage(): Promise<void> {
  leavePage();
  const { toast } = await import('../../../src/ui/toaster.tsx');
  toast.dismiss();
  await signedOut();
  await Promise.all(db.tables.map((table) => table.clear()));
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', home);
}
