import type { IconName } from '../../ui/icon.tsx';

/** A screen as the sidebar names it. */
export interface ScreenLink {
  path: string;
  label: string;
  icon: IconName;
}
