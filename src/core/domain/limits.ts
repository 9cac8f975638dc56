/** The bounds of what visitors send: lengths in Unicode code points and in lines, sizes in bytes. */
export const LIMITS = {
  name: { min: 2, max: 100 },
  phone: { min: 10, max: 20 },
  email: { max: 255 },
  address: { min: 5, max: 500, lines: 15 },
  notes: { max: 1000, lines: 60 },
  coverLetter: { max: 1000, lines: 60 },
  subject: { min: 5, max: 200 },
  message: { min: 10, max: 1000, lines: 60 },
  jobTitle: { min: 1, max: 200 },
  resumeBytes: 10 * 1024 * 1024,
  bookingDate: { earliest: '2020-01-01', latest: '2099-12-31' },
} as const;

/** How long a device keeps a receipt in My requests after it was sent, in days. */
export const RECEIPT_KEPT_DAYS = 30;
/** How long it keeps what was typed or picked and not sent, in days. */
export const DRAFT_KEPT_DAYS = 1;
/** How long it believes what the server said of a role, and so shows the lists without a connection, in days. */
export const ROLE_BELIEVED_DAYS = 7;
/** How long it keeps what became of something that staff added or deleted, in days. */
export const CHANGE_RECEIPT_KEPT_DAYS = 1;
/** How long the server keeps a résumé that no application names, in days: `private.unclaimed_resumes`. */
export const UNCLAIMED_RESUME_DAYS = 1;
/** How long at most the flood guard keeps the scrambled form of an address, in days: `private.hit_age`. */
export const ADDRESS_KEPT_DAYS = 1;
