import deep from '../art/service-deep.webp?w=400,800&picture';
import move from '../art/service-move.webp?w=400,800&picture';
import regular from '../art/service-regular-house.webp?w=400,800&picture';
import type { Service } from './service-grid.tsx';

export const RESIDENTIAL_SERVICES: readonly Service[] = [
  {
    title: 'Regular House Cleaning',
    link: 'regular',
    description:
      'Every week, every fortnight or whenever you call: the regular visit that keeps your home the way you like it.',
    image: {
      picture: regular,
      alt: 'A light living room with a vacuum cleaner on a freshly vacuumed rug and a caddy of cleaning bottles beside it.',
    },
    features: [
      'Kitchen worktops, hob and sink',
      'Bathrooms scrubbed and wiped dry',
      'Floors vacuumed and mopped',
      'Furniture and skirting boards dusted',
      'Beds made with your fresh linen',
      'Bins emptied and liners replaced',
    ],
  },
  {
    title: 'Deep Cleaning',
    link: 'deep',
    description: 'Top to bottom, with time for the places a weekly visit doesn’t reach.',
    image: {
      picture: deep,
      alt: 'A sparkling bathroom with teal tiles, a foaming bathtub, a wash basin and soap bubbles in the air.',
    },
    features: [
      'Oven, hob and extractor degreased',
      'Limescale removed from tiles and taps',
      'Behind and under movable furniture',
      'Cupboards wiped inside and out',
      'Doors, handles and light switches',
      'Window frames, sills and inside glass',
    ],
  },
  {
    title: 'Move In/Out Cleaning',
    link: 'move',
    description: 'An empty home, ready to hand over to a tenant, a buyer or your landlord.',
    image: {
      picture: move,
      alt: 'A nearly empty room with stacked moving boxes, an armchair, a broom and a bucket.',
    },
    features: [
      'Every room, ceiling to floor',
      'Inside drawers, cupboards and wardrobes',
      'Inside the oven, fridge and freezer',
      'Bathrooms descaled and polished',
      'Marks wiped from walls and doors',
      'Carpets vacuumed right to the edges',
    ],
  },
];
