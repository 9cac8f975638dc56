/** Of this machine's disk. */
export const DISK_FULL =
  'The disk is full, and no backup was made. Make room, or name a folder on another disk; the next run goes on with what is there.';
