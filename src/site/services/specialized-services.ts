import eco from '../art/service-eco.webp?w=400,800&picture';
import event from '../art/service-event.webp?w=400,800&picture';
import postConstruction from '../art/service-post-construction.webp?w=400,800&picture';
import type { Service } from './service-grid.tsx';

export const SPECIALIZED_SERVICES: readonly Service[] = [
  {
    title: 'Post-Construction Cleaning',
    link: 'post-construction',
    description: 'The builders have gone; their dust hasn’t. We get the place ready to use.',
    image: {
      picture: postConstruction,
      alt: 'A freshly painted room with a ladder, paint cans on a dust sheet and a vacuum cleaner ready to finish the job.',
    },
    features: [
      'Fine dust taken off every surface',
      'Stickers and paint flecks off the glass',
      'Floors vacuumed and washed',
      'Fitted cupboards cleaned inside',
      'Sockets, switches and light fittings',
      'Packaging and light rubbish bagged',
    ],
  },
  {
    title: 'Event Cleaning',
    link: 'event',
    description: 'Spotless when the first guest arrives, and again soon after the last one leaves.',
    image: {
      picture: event,
      alt: 'A party table with cake, balloons and bunting, while a broom and dustpan wait beside the confetti.',
    },
    features: [
      'Venue cleaned before the doors open',
      'Washrooms looked after during the event',
      'Tables cleared and wiped',
      'Spills and fresh stains treated',
      'Floors swept, vacuumed and mopped',
      'Rubbish cleared, recycling sorted',
    ],
  },
  {
    title: 'Eco-Friendly Cleaning',
    link: 'eco',
    description: 'The same thorough clean, with gentler products, less water and less waste.',
    image: {
      picture: eco,
      alt: 'A refillable spray bottle, a small glass bottle, lemons, cloths and green leaves on rounded podiums.',
    },
    features: [
      'Plant-based, biodegradable products',
      'Bottles refilled, not thrown away',
      'Washable cloths instead of wipes',
      'No more product than the job needs',
      'Fragrance-free if you prefer',
      'Chosen with children and pets in mind',
    ],
  },
];
