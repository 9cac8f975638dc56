import type { IconName } from '../../ui/icon.tsx';

export const STATISTICS = [
  { figure: '10+', label: 'years of experience' },
  { figure: '500+', label: 'happy clients' },
  { figure: '50+', label: 'team members' },
  { figure: '10K+', label: 'cleanings completed' },
];

export const VALUES: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'medal',
    title: 'Excellence',
    text: 'We look at the corners. A job is done when we would be happy to show it, and when you are satisfied with it.',
  },
  {
    icon: 'heart',
    title: 'Customer Care',
    text: 'We listen first, look after what is yours as if it were ours, and answer when you call.',
  },
  {
    icon: 'shield',
    title: 'Professionalism',
    text: 'Trained people, infection control procedures and a full risk assessment, on every job and at every hour.',
  },
];
