interface Processor {
  name: string;
  /** What it does for the company, after the words "which". */
  does: string;
  /** Where it holds the data, after the word "in". */
  where: string;
}

interface DataProtection {
  /** Who decides what is done with the data: its legal name and postal address. */
  controller: { name: string; address: string };
  /** Its entry in the Information Commissioner's register of fee payers. */
  registration: string;
  /** Companies that handle the data on the company's behalf. */
  processors: readonly Processor[];
  /** How long the office keeps each kind of record, in months; what `npm run retention -- set` is given. */
  keptMonths: Readonly<Record<'bookings' | 'contact_messages' | 'job_applications', number>>;
  /** How many daily backups are kept, and so for how many days they hold what was deleted: where BACKUPS_KEPT is not set. */
  backupsKept: number;
}

/** Who handles personal data, and for how long. Of the placeholder company, as all facts of `company.ts`, and replaced with them. */
export const DATA_PROTECTION: DataProtection = {
  controller: { name: 'Cartside Group', address: '1 Cartside Wynd, Paisley PA1 0XX' },
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
      does: 'delivers the emails about requests to our office',
      where: 'Ireland',
    },
  ],
  keptMonths: { bookings: 24, contact_messages: 12, job_applications: 6 },
  backupsKept: 7,
};

/** The facts above that are still invented, as `SAMPLES` of `company.ts` lists the others. */
export const DATA_PROTECTION_SAMPLES: readonly (keyof DataProtection)[] = [
  'controller',
  'registration',
  'processors',
];
