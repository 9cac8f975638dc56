import { Database } from '../src/core/store/database.ts';

/** The worker's one connection. */
export const db = new Database();
