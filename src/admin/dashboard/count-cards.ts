import type { Entity } from '../../core/domain/entities.ts';
import type { IconName } from '../../ui/icon.tsx';

/** The six cards of the dashboard, and the lists they lead to. */
export const COUNT_CARDS: readonly { entity: Entity; label: string; path: string; icon: IconName }[] = [
  { entity: 'bookings', label: 'Bookings', path: '/admin/bookings', icon: 'calendar' },
  { entity: 'careers', label: 'Job Postings', path: '/admin/careers', icon: 'briefcase' },
  { entity: 'job_applications', label: 'Applications', path: '/admin/applications', icon: 'document' },
  { entity: 'contact_messages', label: 'Messages', path: '/admin/messages', icon: 'mail' },
  { entity: 'gallery_images', label: 'Gallery Images', path: '/admin/gallery', icon: 'image' },
  { entity: 'testimonials', label: 'Testimonials', path: '/admin/testimonials', icon: 'star' },
];
