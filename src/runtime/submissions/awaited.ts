/**
 * The submissions whose form in this tab waits for its result, or has announced that it is sent. Apart from what sends, so
 * that who only asks does not load it.
 */
export const awaited = new Set<string>();
