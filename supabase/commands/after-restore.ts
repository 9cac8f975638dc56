/** The steps that remain after a restore. */
export const AFTER_RESTORE = `Portals reload every list when they are next online. The crew's phones need new codes: Team in the portal.
Now repeat every erasure made after the backup:  npm run person -- erase EMAIL
and every change of a role:  npm run admin -- list`;
