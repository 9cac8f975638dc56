/** `1 change`, `3 changes`. */
export const changesText = (count: number) => (count === 1 ? '1 change' : `${count} changes`);
