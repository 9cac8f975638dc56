import { ENTITIES } from '../../core/domain/entities.ts';

/** The path of the screen that answers a booking. */
export const ANSWER_PATH = `${ENTITIES.bookings.path}/answer`;

/** The same screen's path in mails of former releases. */
export const FORMER_ANSWER_PATH = `${ENTITIES.bookings.path}/:id/answer`;

/** The id is the customer's key, so it follows `#`: no server, log or referrer gets it. */
export const answerPath = (bookingId: string): string => `${ANSWER_PATH}#${bookingId}`;
