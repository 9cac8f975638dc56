import { env } from '../app/env.ts';

/** The whole address of a stored picture: the sample rows name theirs without an origin, so that they hold on every port. */
export const pictureAddress = (url: string): string => new URL(url, env.supabaseUrl).href;
