/** The edge of the test pattern, in pixels. */
const PATTERN_EDGE = 128;
/** Levels of 256 that a pixel of the pattern may differ, which nobody sees. */
const UNSEEN = 3;

type Context = CanvasDrawImage & CanvasImageData;

/**
 * True if this browser alters drawings, as protection against fingerprinting does: a known pattern
 * comes back otherwise than it was drawn. `encode`: the canvas in this format; null if it cannot.
 */
export async function altersDrawings<Canvas>(
  whiteCanvas: (size: { width: number; height: number }) => { canvas: Canvas; context: Context },
  encode: (canvas: Canvas, formats: readonly string[]) => Promise<Blob | null>,
): Promise<boolean> {
  const pattern = new ImageData(PATTERN_EDGE, PATTERN_EDGE);
  // Uneven, because some browsers leave even areas as they are.
  pattern.data.forEach((_, at) => (pattern.data[at] = at % 4 === 3 ? 255 : (at * 7919) % 256));
  const size = { width: PATTERN_EDGE, height: PATTERN_EDGE };
  const drawn = whiteCanvas(size);
  drawn.context.drawImage(await createImageBitmap(pattern), 0, 0);
  const isAltered = (context: Context) => {
    const seen = context.getImageData(0, 0, PATTERN_EDGE, PATTERN_EDGE).data;
    return pattern.data.some((level, at) => Math.abs(level - (seen[at] ?? 0)) > UNSEEN);
  };
  // Before it is written too: noise that is applied twice may cancel itself.
  if (isAltered(drawn.context)) return true;
  const encoded = await encode(drawn.canvas, ['image/png']);
  if (!encoded) return true;
  const { context } = whiteCanvas(size);
  context.drawImage(await createImageBitmap(encoded), 0, 0);
  return isAltered(context);
}
