interface Processor {
  name: string;
  /** Its service for the company, after the word "which". */
  does: string;
  /** The place of the data, after the word "in". */
  where: string;
}

interface DataProtection {
  /** The data controller: legal name and postal address. */
  controller: { name: string; address: string };
  /** Its entry in the Information Commissioner's register of fee payers. */
  registration: string;
  processors: readonly Processor[];
}

/**
 * The processing of personal data. Placeholders like the facts of `company.ts`; replace both.
 */
export const DATA_PROTECTION: DataProtection = {
  controller: { name: 'Whitecart Cleaning Ltd', address: '1 Cartside Wynd, Paisley PA1 0XX' },
  registration: 'Z0000000',
  processors: [
    {
      name: 'Millwheel Hosting',
      does: 'serves these pages and sees your network address',
      where: 'the United Kingdom',
    },
    {
      name: 'Lochan Databases',
      does: 'holds our database and the files sent to us',
      where: 'the United Kingdom',
    },
    {
      name: 'Pigeon Street Mail',
      does: 'delivers our emails, to our office and to you',
      where: 'Ireland',
    },
  ],
};

/** The facts above that are still invented, like `SAMPLES` of `company.ts`. */
export const DATA_PROTECTION_SAMPLES: readonly (keyof DataProtection)[] = [
  'controller',
  'registration',
  'processors',
];
