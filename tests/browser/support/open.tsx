import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { expect } from 'vitest';
import { db } from '../../../src/runtime/database.ts';
import { signedOut } from '../../../src/runtime/auth/session.ts';

const home = location.href;
let root: Root | null = null;

/** Shows an app at this address, as its entry does. */
export function show(path: string, app: ReactNode): void {
  const container = document.createElement('div');
  container.id = 'root';
  document.body.prepend(container);
  history.replaceState(null, '', path);
  root = createRoot(container);
  root.render(<BrowserRouter>{app}</BrowserRouter>);
}

/** Lets Tab begin at the page's start: a page that follows another one has the focus in its heading. */
export function focusStart(): void {
  const container = document.getElementById('root');
  if (!container) return;
  container.tabIndex = -1;
  container.focus();
  container.blur();
  container.removeAttribute('tabindex');
}

/** Ends the page; the device keeps its databases. */
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
  // A message that fades covers the next page.
  await expect.poll(() => document.querySelector('[data-sonner-toast]')).toBeNull();
  await signedOut();
  await Promise.all(db.tables.map((table) => table.clear()));
  document.adoptedStyleSheets = [];
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', home);
}
