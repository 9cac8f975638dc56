import commercial from '../art/overview-commercial.webp?w=400,800&picture';
import residential from '../art/overview-residential.webp?w=400,800&picture';
import specialized from '../art/overview-specialized.webp?w=400,800&picture';
import type { Service } from './service.ts';

/** The three kinds of service, as the home page introduces them. */
export const OVERVIEW_SERVICES: readonly Service[] = [
  {
    title: 'Residential Cleaning',
    description: 'A home that feels looked after, once or every week.',
    icon: 'home',
    image: {
      picture: residential,
      alt: 'A cutaway two-storey home with a living room below and a bedroom above, both tidy and sunlit.',
    },
    features: ['Regular house cleaning', 'Deep cleaning', 'Moving in and moving out', 'One-off or regular visits'],
  },
  {
    title: 'Commercial Cleaning',
    description: 'Workplaces that are ready before your people and your customers are.',
    icon: 'building',
    image: {
      picture: commercial,
      alt: 'A small office building with shops on the ground floor and a white and teal cleaning van parked in front.',
    },
    features: ['Offices and meeting rooms', 'Shops and showrooms', 'Lobbies, stairs and shared areas', 'Outside your opening hours'],
  },
  {
    title: 'Specialized Services',
    description: 'The jobs that need other tools, other products or more hands.',
    icon: 'sparkle',
    image: {
      picture: specialized,
      alt: 'A round stage with a floor scrubber, cleaning trolley, ladder, paint cans, boxes and bunting.',
    },
    features: ['After building work', 'Before and after events', 'Eco-friendly cleaning', 'A plan made for your job'],
  },
];
