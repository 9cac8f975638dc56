/** The text of a body; undefined once it is longer than allowed, and the rest is not read. */
export async function readText(
  message: Request | Response,
  maxBytes: number,
): Promise<string | undefined> {
  const reader = message.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
