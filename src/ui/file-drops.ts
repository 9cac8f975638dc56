/** The file input of the field that a file is over; null beside fields and over a disabled one. */
const inputAt = ({ target }: DragEvent): HTMLInputElement | null =>
  target instanceof Element
    ? (target
        .closest('[data-field]')
        ?.querySelector<HTMLInputElement>('input[type="file"]:enabled') ?? null)
    : null;

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;

/**
 * Gives dropped files to the file field they are dropped on. Beside one nothing happens: a browser
 * would open the file in place of the page, and the typed text would be gone.
 */
export function takeFileDrops(): void {
  addEventListener('dragover', (event) => {
    if (!event.dataTransfer || !hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = inputAt(event) ? 'copy' : 'none';
  });
  addEventListener('drop', (event) => {
    if (!event.dataTransfer || !hasFiles(event)) return;
    event.preventDefault();
    const input = inputAt(event);
    if (!input) return;
    const { files } = event.dataTransfer;
    const taken = new DataTransfer();
    for (const file of input.multiple ? files : [...files].slice(0, 1)) taken.items.add(file);
    input.files = taken.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
}
