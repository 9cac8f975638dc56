import { ENTITIES, type Entity } from '../../core/domain/entities.ts';

/** The path of the file that goes with a row; null when there is none. */
export function filePathOf(entity: Entity, row: object): string | null {
  const { files } = ENTITIES[entity];
  const path = files && (row as Record<string, unknown>)[files.column];
  return typeof path === 'string' ? path : null;
}
