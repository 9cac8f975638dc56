const DAY = 24 * 60 * 60 * 1000;
const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

const isOld = (storedAt: number) => Date.now() - storedAt > DAY;

interface AsOfProps {
  /** When the list was kept on this device, in milliseconds since 1970; null when it comes from the server. */
  storedAt: number | null;
}

/** Says how old a list is when it is older than a day. */
export function AsOf({ storedAt }: AsOfProps) {
  if (storedAt === null || !isOld(storedAt)) return null;
  const date = new Date(storedAt);
  return (
    <p className="mb-6 text-sm text-muted">
      as of <time dateTime={date.toISOString()}>{FORMAT.format(date)}</time>, from the copy on this device
    </p>
  );
}
