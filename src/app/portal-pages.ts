import type { IconName } from '../ui/icon.tsx';
import { page } from './page.ts';

interface PortalPage {
  path: string;
  /** How links name it. */
  label: string;
  icon: IconName;
  Page: ReturnType<typeof page>;
}

/** The screens that the sidebar leads to, in its order. */
export const PORTAL_PAGES: readonly PortalPage[] = [
  { path: '/admin/dashboard', label: 'Dashboard', icon: 'grid', Page: page(() => import('../admin/dashboard/dashboard-page.tsx')) },
  { path: '/admin/bookings', label: 'Bookings', icon: 'calendar', Page: page(() => import('../admin/bookings/bookings-page.tsx')) },
  { path: '/admin/careers', label: 'Job Postings', icon: 'briefcase', Page: page(() => import('../admin/careers/careers-page.tsx')) },
  { path: '/admin/applications', label: 'Applications', icon: 'document', Page: page(() => import('../admin/applications/applications-page.tsx')) },
  { path: '/admin/messages', label: 'Messages', icon: 'mail', Page: page(() => import('../admin/messages/messages-page.tsx')) },
  { path: '/admin/gallery', label: 'Gallery', icon: 'image', Page: page(() => import('../admin/gallery/gallery-page.tsx')) },
  { path: '/admin/testimonials', label: 'Testimonials', icon: 'star', Page: page(() => import('../admin/testimonials/testimonials-page.tsx')) },
];

/** Reached from the account block. */
export const DEVICE_PAGE: PortalPage = {
  path: '/admin/device',
  label: 'About this device',
  icon: 'device',
  Page: page(() => import('../admin/device/device-page.tsx')),
};

export const LoginPage = page(() => import('../admin/login/login-page.tsx'));
