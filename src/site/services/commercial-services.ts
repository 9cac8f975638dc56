import facility from '../art/service-facility.webp?w=400,800&picture';
import office from '../art/service-office.webp?w=400,800&picture';
import retail from '../art/service-retail.webp?w=400,800&picture';
import type { Service } from './service-grid.tsx';

export const COMMERCIAL_SERVICES: readonly Service[] = [
  {
    title: 'Office Cleaning',
    link: 'office',
    description:
      'Before the first coffee or after the last meeting: cleaning that fits around your working day.',
    image: {
      picture: office,
      alt: 'A tidy office with three desks and computers, and a cleaning trolley beside a wet-floor sign.',
    },
    features: [
      'Desks, screens and phones wiped',
      'Kitchens and break rooms',
      'Washrooms cleaned and refilled',
      'Carpets vacuumed, hard floors mopped',
      'Bins emptied and recycling sorted',
      'Handles and switches disinfected',
    ],
  },
  {
    title: 'Retail Space Cleaning',
    link: 'retail',
    description:
      'A shop floor that’s ready when the doors open and still looks its best when they close.',
    image: {
      picture: retail,
      alt: 'A small shop with a striped awning, full shelves, a clothes rail and a shopkeeper behind the counter.',
    },
    features: [
      'Shop floors swept and mopped',
      'Shop windows and display glass',
      'Shelves, counters and tills',
      'Fitting rooms and mirrors',
      'Entrances and door mats',
      'Stock rooms and staff areas',
    ],
  },
  {
    title: 'Facility Maintenance',
    link: 'facility',
    description: 'Lobbies, stairs and shared areas kept clean, on a schedule we agree with you.',
    image: {
      picture: facility,
      alt: 'A clean lobby with stairs, a lift and a floor scrubber leaving a wet, shining floor.',
    },
    features: [
      'Lobbies, stairs and lifts',
      'Hard floors machine-scrubbed',
      'Corridors and shared carpets',
      'Shared washrooms and kitchens',
      'Waste and recycling points',
      'A heads-up when something needs fixing',
    ],
  },
];
