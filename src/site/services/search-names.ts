import type { NamedServiceKey } from '../../core/domain/named-services.ts';

/** The services' names as people search for them. */
export const SEARCH_NAMES: Record<NamedServiceKey, string> = {
  regular: 'House cleaning',
  deep: 'Deep cleaning',
  move: 'End of tenancy cleaning',
  office: 'Office cleaning',
  retail: 'Shop cleaning',
  facility: 'Communal and building cleaning',
  'post-construction': 'After builders cleaning',
  event: 'Event and party cleaning',
  eco: 'Eco-friendly cleaning',
};
