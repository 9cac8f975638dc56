const TAG_PREFIX = 'outbox:';

/** The Background Sync tag of an entry. */
export const syncTagOf = (id: string): string => TAG_PREFIX + id;

/** The id of the entry that a tag belongs to; null for another tag. */
export const entryIdOf = (tag: string): string | null =>
  tag.startsWith(TAG_PREFIX) ? tag.slice(TAG_PREFIX.length) : null;
