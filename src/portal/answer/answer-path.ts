import { ENTITIES } from '../../core/domain/entities.ts';

/** The path of the screen that answers a booking. */
export const ANSWER_PATH = `${ENTITIES.bookings.path}/:id/answer`;

export const answerPath = (bookingId: string): string => ANSWER_PATH.replace(':id', bookingId);
