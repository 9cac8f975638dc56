import { jobText } from '../../core/domain/job-text.ts';
import type { CreatedEntity, Creation } from '../../core/domain/creation.ts';
import { dayText, timeText } from '../booking/booking-texts.ts';

interface Description {
  title: string;
  /** A second line that distinguishes additions with the same title. */
  detail: string;
}

const DESCRIPTIONS: {
  readonly [E in CreatedEntity]: (values: Creation<E>['values']) => Description;
} = {
  bookings: (booking) => ({
    title: booking.name,
    detail: `${jobText(booking)}, ${dayText(booking.preferred_date)}, ${timeText(booking)}`,
  }),
  crew: ({ name, phone }) => ({ title: name, detail: phone ?? '' }),
  careers: ({ title, type, location }) => ({ title, detail: `${type}, ${location}` }),
  gallery_images: ({ alt, category }) => ({ title: alt, detail: category }),
  testimonials: ({ name, quote }) => ({ title: name, detail: quote }),
};

/** The texts of an addition that waits. */
export const describeCreation = <E extends CreatedEntity>({ entity, values }: Creation<E>) =>
  DESCRIPTIONS[entity](values);
