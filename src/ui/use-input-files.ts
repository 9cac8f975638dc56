import { useEffect, useRef, type RefObject } from 'react';

/**
 * Keeps what a file input holds in step with the files of its form: some never went through it, and one that was refused
 * stays in it, whereupon choosing it again would change nothing. `refusal`: what the form says of the last choice.
 */
export function useInputFiles(files: readonly File[], refusal: string | undefined): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    if (input.current) input.current.files = transfer.files;
  }, [files, refusal]);
  return input;
}
