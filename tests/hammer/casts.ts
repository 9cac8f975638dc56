import type { Cast } from './actor.ts';
import { portal } from './actors/administrator.ts';
import { crew } from './actors/crew-office.ts';
import { answers } from './actors/answering-office.ts';
import { visitors } from './actors/visitor.ts';

/** Everybody whom a run can have. */
export const CASTS = { visitors, portal, answers, crew } satisfies Record<string, Cast>;
export type CastName = keyof typeof CASTS;
export const CAST_NAMES = Object.keys(CASTS) as CastName[];
