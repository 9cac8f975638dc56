import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import type { TextValues } from './text-values.ts';

/** A schema that makes a form's output of whatever it is given. */
export interface TextSchema<Output> {
  _zod: { output: Output; input: unknown };
}

/**
 * Checks a form's texts with a domain schema. A schema declares a narrower input than a form holds while it is typed (a
 * choice not yet made is an empty text), but reads anything: hence the cast, here and nowhere else.
 */
export function textResolver<Values extends TextValues, Output>(schema: TextSchema<Output>): Resolver<Values, unknown, Output> {
  return zodResolver(schema as { _zod: { output: Output; input: Values } });
}
