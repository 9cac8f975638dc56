import { readVapidKeys } from '../_shared/vapid.ts';
import { createPushKeyHandler } from './handler.ts';

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Response): void;
};

Deno.serve(createPushKeyHandler(readVapidKeys((name) => Deno.env.get(name))));
