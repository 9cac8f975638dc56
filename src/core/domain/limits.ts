/** The business constants of the product: lengths in Unicode code points, sizes in bytes. */
export const LIMITS = {
  name: { min: 2, max: 100 },
  phone: { min: 10, max: 20 },
  email: { max: 255 },
  address: { min: 5, max: 500 },
  notes: { max: 1000 },
  coverLetter: { max: 1000 },
  subject: { min: 5, max: 200 },
  message: { min: 10, max: 1000 },
  jobTitle: { min: 1, max: 200 },
  resumeBytes: 10 * 1024 * 1024,
  bookingDate: { earliest: '2020-01-01', latest: '2099-12-31' },
} as const;
