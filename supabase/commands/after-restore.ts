/** The steps that remain after a restore. */
export const AFTER_RESTORE = `Portals read every list anew when they next have a connection.
Now repeat every erasure that was made after the backup:  npm run person -- erase EMAIL
and every change of a role:  npm run admin -- list`;
