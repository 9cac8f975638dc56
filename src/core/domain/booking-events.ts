import * as z from 'zod/mini';
import { PREFERRED_TIMES } from './booking-choices.ts';
import { LIMITS } from './limits.ts';
import { londonTime } from './london-time.ts';
import { optionalParagraphs } from './text.ts';

export const BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const;

export type BookingStatus = (typeof BOOKING_STATUSES)[number];

export type Slot = keyof typeof PREFERRED_TIMES;

export const OFFICE_ANSWERS = [
  'confirmed',
  'offered',
  'declined',
  'cancelled',
  'completed',
  'reopened',
] as const;
export const CUSTOMER_ANSWERS = ['accepted', 'refused', 'cancelled'] as const;

export type OfficeAnswer = (typeof OFFICE_ANSWERS)[number];
export type CustomerAnswer = (typeof CUSTOMER_ANSWERS)[number];
export type EventKind = OfficeAnswer | CustomerAnswer;
export type EventActor = 'office' | 'customer';

/** An event of a booking, as the portal's replica holds it: oldest first in the row's `events`. */
export interface BookingEvent {
  id: string;
  actor: EventActor;
  kind: EventKind;
  /** ISO 8601. */
  created_at: string;
  /** The confirmed, offered or accepted day, `YYYY-MM-DD`, and slot; null for the other kinds. */
  day: string | null;
  time_slot: Slot | null;
  /** The office's text to the customer. */
  message: string | null;
}

type Transitions = Partial<Record<EventKind, Partial<Record<BookingStatus, BookingStatus>>>>;

/**
 * The status after each event, by the status before; no entry: the event is not possible. The same
 * table as `private.status_after`. A confirmed booking is moved by another `confirmed`.
 */
export const EVENT_TRANSITIONS: Readonly<Record<EventActor, Transitions>> = {
  office: {
    confirmed: { pending: 'confirmed', confirmed: 'confirmed' },
    offered: { pending: 'pending' },
    declined: { pending: 'cancelled' },
    cancelled: { pending: 'cancelled', confirmed: 'cancelled' },
    completed: { confirmed: 'completed' },
    reopened: { completed: 'pending', cancelled: 'pending' },
  },
  customer: {
    accepted: { pending: 'confirmed' },
    refused: { pending: 'pending' },
    cancelled: { pending: 'cancelled', confirmed: 'cancelled' },
  },
};
