import type { IconName } from '../../ui/icon.tsx';

export const TRUST_BADGES: readonly { icon: IconName; text: string }[] = [
  { icon: 'shield', text: 'Infection Control Procedures' },
  { icon: 'checkCircle', text: 'Certified Professional Cleaners' },
  { icon: 'clipboard', text: 'Full Risk Assessments always carried out' },
  { icon: 'clock', text: 'Available 24/7' },
  { icon: 'star', text: '100% Satisfaction Guaranteed' },
];
