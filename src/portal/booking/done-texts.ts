/** The texts for the outcomes of answers or settings of one kind, for a number of bookings. */
export interface DoneTexts {
  /** The server has them. */
  done: (count: number) => string;
  /** They wait: the beginning of a sentence. */
  willBe: (count: number) => string;
}

export const bookingsText = (count: number) => (count === 1 ? '1 booking' : `${count} bookings`);
