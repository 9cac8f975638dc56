/** What is left to do by hand once a backup was put back. */
export const AFTER_RESTORE = `Portals read every list anew when they next have a connection.
Now erase again whoever was erased after the backup was made:  npm run person -- erase EMAIL
and give or take again the roles that changed since:  npm run admin -- list`;
