import type { ReactElement } from 'react';

/**
 * Elements without bare text: a browser's translator would replace a text node beside others
 * (docs/decisions/0014).
 */
export type Elements = ReactElement | '' | boolean | null | undefined | readonly Elements[];
