/** The bounds of what staff add, as `LIMITS` are those of visitors: apart, since every form loads these. */
export const STAFF_LIMITS = {
  jobType: { min: 1, max: 100 },
  jobLocation: { min: 1, max: 200 },
  jobDescription: { min: 1, max: 5000, lines: 200 },
  requirement: { min: 1, max: 500 },
  requirements: { max: 50 },
  clientName: { min: 1, max: 100 },
  clientRole: { min: 1, max: 100 },
  rating: { min: 1, max: 5 },
  quote: { min: 20, max: 400, lines: 20 },
  altText: { min: 1, max: 500 },
  /** The dialog refuses fewer than `min`, as the server does, and recommends `recommended`. */
  password: { min: 6, recommended: 12 },
  pictureBytes: 10 * 1024 * 1024,
  avatarBytes: 1024 * 1024,
} as const;
