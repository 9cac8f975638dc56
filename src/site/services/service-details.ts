import type { NamedServiceKey } from '../../core/domain/named-services.ts';

/** The parts of a service that only its own page shows. */
export interface ServiceDetails {
  /** Work that belongs to another service or is not offered. */
  excluded: readonly string[];
  questions: readonly { question: string; answer: string }[];
}

export const SERVICE_DETAILS: Record<NamedServiceKey, ServiceDetails> = {
  regular: {
    excluded: ['Inside the oven: book a deep clean', 'Outside of windows', 'Washing and ironing'],
    questions: [
      {
        question: 'Can I choose what you do each time?',
        answer: 'Yes. Leave us a note, or tell us before the visit, and we start with that.',
      },
      {
        question: 'Can I skip a week?',
        answer:
          'Yes. My requests lists your coming visits: press “Skip this visit” before its day begins, even with no signal. Your other visits stay as they are.',
      },
    ],
  },
  deep: {
    excluded: [
      'Washing of carpets and upholstery',
      'Outside of windows',
      'Moving furniture that one person can’t lift',
    ],
    questions: [
      {
        question: 'When is a deep clean the right choice?',
        answer:
          'Before regular visits begin, after an illness or building dust, or once or twice a year for the places that a weekly visit doesn’t reach.',
      },
      {
        question: 'Do I need to empty the cupboards?',
        answer: 'Only those that you want cleaned inside.',
      },
    ],
  },
  move: {
    excluded: [
      'Removing furniture and rubbish',
      'Painting over marks, and repairs',
      'Washing of carpets',
    ],
    questions: [
      {
        question: 'Does the home have to be empty?',
        answer:
          'Best of all, yes: then we reach every corner and the inside of every cupboard. Tell us in the notes what stays.',
      },
      {
        question: 'Can you work from my landlord’s checklist?',
        answer: 'Yes. Tell us that you have one when we call, and leave it in the kitchen.',
      },
    ],
  },
  office: {
    excluded: [
      'Inside computers and other equipment',
      'Confidential waste',
      'Outside of windows above the ground floor',
    ],
    questions: [
      {
        question: 'Do you come outside our working hours?',
        answer: 'Yes, early or in the evening. Choose the time in the form.',
      },
      {
        question: 'Who locks up?',
        answer: 'You, or we do: we agree keys and alarms with you when we call.',
      },
    ],
  },
  retail: {
    excluded: [
      'Moving or counting stock',
      'Shop fronts that need a ladder',
      'Waste that your council collects by contract',
    ],
    questions: [
      {
        question: 'Can you clean before we open?',
        answer: 'Yes. Choose the morning, and tell us in the notes when your doors open.',
      },
      {
        question: 'Do you clean the shop window outside too?',
        answer: 'On the ground floor, yes.',
      },
    ],
  },
  facility: {
    excluded: [
      'Repairs: we tell you what needs fixing',
      'Lift shafts and plant rooms',
      'Roofs and gutters',
    ],
    questions: [
      {
        question: 'Do you clean shared stairs in a tenement?',
        answer: 'Yes, once or on a schedule that suits the residents.',
      },
      {
        question: 'Can we have a written schedule?',
        answer: 'Yes. We agree with you what is done on which day, and keep to it.',
      },
    ],
  },
  'post-construction': {
    excluded: [
      'Rubble, and waste that needs a skip',
      'Asbestos, and anything a specialist has to remove',
      'Polishing and sealing of floors',
    ],
    questions: [
      {
        question: 'When should you come?',
        answer: 'Once the last trade has left and the paint is dry: dust settles again after work.',
      },
      {
        question: 'Do we need water and power?',
        answer: 'Yes, both. Tell us in the notes if one is not connected yet.',
      },
    ],
  },
  event: {
    excluded: [
      'Washing up and catering',
      'Taking down tents and decorations',
      'Waste that needs a skip',
    ],
    questions: [
      {
        question: 'Can you come the same night?',
        answer:
          'If your guests leave by early evening, yes. Otherwise we come the next morning. Tell us in the notes when the last ones leave.',
      },
      {
        question: 'Do you clean before the event too?',
        answer: 'Yes, before it, during it or after it, or all three.',
      },
    ],
  },
  eco: {
    excluded: [
      'Bleach and strong solvents',
      'Single-use wipes',
      'Mould that has gone into the wall',
    ],
    questions: [
      {
        question: 'Does it get a kitchen as clean?',
        answer: 'Yes. Some stains need a second go or more time, and we take it.',
      },
      {
        question: 'Can I have any service this way?',
        answer: 'Most of them. Tell us in the notes which one you need.',
      },
    ],
  },
};
