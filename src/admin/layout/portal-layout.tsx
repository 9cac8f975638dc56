import type { ReactNode } from 'react';
import type { IconName } from '../../ui/icon.tsx';

export interface ScreenLink {
  path: string;
  label: string;
  icon: IconName;
}

interface PortalLayoutProps {
  company: string;
  screens: readonly ScreenLink[];
  children: ReactNode;
}

/** What every screen behind the sign-in stands in. */
export function PortalLayout({ children }: PortalLayoutProps) {
  return <main>{children}</main>;
}
