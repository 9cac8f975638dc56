/** The words of a choice; a value that this release does not know stands for itself. */
export const wordsOf = (choices: Readonly<Record<string, string>>, value: string): string => choices[value] ?? value;
