/** The bounds of administrators' additions. Not in `LIMITS`, which every form of the site loads. */
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
  /** The office's text to a customer. */
  answer: { max: 1000, lines: 60 },
  /** The way in, the setting `access`. */
  access: { max: 500, lines: 30 },
  crew: { max: 10 },
  personName: { min: 1, max: 60 },
  altText: { min: 1, max: 500 },
  /** The dialog and the server refuse fewer than `min`; the dialog recommends `recommended`. */
  password: { min: 6, recommended: 12 },
  pictureBytes: 10 * 1024 * 1024,
  avatarBytes: 1024 * 1024,
} as const;
