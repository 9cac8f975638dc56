/** The publishable key of the embedded backend. It is public by nature: it grants what anyone may do, and no more. */
export const LOCAL_PUBLISHABLE_KEY = 'sb_publishable_local_0000000000000000';
