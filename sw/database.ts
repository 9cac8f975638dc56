import { Database } from '../src/core/store/database.ts';

export const db = new Database();
