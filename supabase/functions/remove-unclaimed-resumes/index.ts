import { readEnvironment } from '../_shared/environment.ts';
import { createProjectApi } from '../_shared/project-api.ts';
import { createHandler } from './handler.ts';

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};

const env = readEnvironment((name) => Deno.env.get(name), []);

Deno.serve(createHandler(createProjectApi({ ...env, fetch })));
