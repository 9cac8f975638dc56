/** The UID of a booking's calendar files: the site's `calendarUid`, which a function cannot import. */
export async function calendarUid(id: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`calendar ${id}`));
  return [...new Uint8Array(hash, 0, 16)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
