import { AsyncLocalStorage } from 'node:async_hooks';

export interface DatabaseError {
  code: string;
  message: string;
  detail?: string | null;
  hint?: string | null;
}

export interface RequestContext {
  databaseError?: DatabaseError;
}

/** The request being served, for the shims inside the database connection. */
export const requestContext = new AsyncLocalStorage<RequestContext>();
