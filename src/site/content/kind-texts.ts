import type { SubmissionKind } from '../../core/domain/submission.ts';

interface KindTexts {
  /** As a heading. */
  name: string;
  /** Inside a sentence: `Your booking …`. */
  noun: string;
  sent: string;
  failed: string;
  alertNotSent: string;
}

/** What each kind of submission is called, and what its sender reads about it. */
export const KIND_TEXTS: Record<SubmissionKind, KindTexts> = {
  booking: {
    name: 'Booking',
    noun: 'booking',
    sent: "Booking request submitted successfully! We'll contact you soon.",
    failed: 'Failed to submit booking. Please try again.',
    alertNotSent: "We saved your booking but the email alert did not send. We'll monitor this on our end.",
  },
  job_application: {
    name: 'Job application',
    noun: 'application',
    sent: "Application submitted successfully! We'll be in touch soon.",
    failed: 'Failed to submit application. Please try again.',
    alertNotSent: "We saved your application but the email alert did not send. We'll monitor this on our end.",
  },
  contact: {
    name: 'Message',
    noun: 'message',
    sent: "Message sent successfully! We'll get back to you soon.",
    failed: 'Failed to send message. Please try again.',
    alertNotSent: "We saved your message but the email alert did not send. We'll monitor this on our end.",
  },
};
