/** The names of the Web Locks that pages and the worker share. */

/** Reserved by the tab or worker that flushes. */
export const FLUSH_LOCK = 'outbox';
/** Shared by every form with unsent text, so that no update reloads its page. */
export const UNSAVED_LOCK = 'unsaved';
/** Shared by every form of the portal with unsent text, which a sign-out deletes. */
export const PORTAL_TEXT_LOCK = 'unsaved-portal';
/** Reserved by the tab that renews the session. */
export const SESSION_LOCK = 'portal-session';
