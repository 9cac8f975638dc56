import { AsyncLocalStorage } from 'node:async_hooks';

export interface DatabaseError {
  code: string;
  message: string;
  detail?: string | null;
  hint?: string | null;
}

export interface RequestContext {
  request: Request;
  databaseError?: DatabaseError;
}

/** What the shims inside the database connection know about the request being served. */
export const requestContext = new AsyncLocalStorage<RequestContext>();
