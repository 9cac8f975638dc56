// Generated from src/core/domain by `npm run types:generate`.
/**
 * The bounds of visitors' submissions: lengths in Unicode code points and lines, sizes in bytes.
 */
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

/** Days that a device keeps a receipt in My requests. */
export const RECEIPT_RETENTION_DAYS = 30;
export const DRAFT_RETENTION_DAYS = 1;
/** Days that it trusts a confirmed role, and so shows the lists without a connection. */
export const ROLE_BELIEVED_DAYS = 7;
/** Days that it keeps the receipt of an administrator's change. */
export const CHANGE_RECEIPT_RETENTION_DAYS = 1;
/** Days that the server keeps a résumé without an application: `private.unclaimed_resumes`. */
export const UNCLAIMED_RESUME_DAYS = 1;
/** The most days that the flood guard keeps the hash of an address: `private.hit_age`. */
export const ADDRESS_RETENTION_DAYS = 1;
/** Days that the server keeps the photographs of a report: `public.expired_pictures`. */
export const JOB_PICTURE_DAYS = 90;
/** Days without contact after which a phone of the crew is signed out: `private.forget_addresses`. */
export const CREW_DEVICE_DAYS = 60;
