/** Resolves with a value after so many milliseconds. */
export const after = <T>(ms: number, value: T): Promise<T> => new Promise((resolve) => setTimeout(resolve, ms, value));
