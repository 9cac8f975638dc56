interface ByteRange {
  start: number;
  /** Inclusive. */
  end: number;
}

/**
 * The single range that a Range header requests. Undefined means all bytes, null that no such bytes
 * exist.
 */
function rangeOf(header: string | null, size: number): ByteRange | null | undefined {
  const [asked, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (asked === undefined || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : null;
}

/** Answers with all bytes, or with the requested Range: 206, or 416 if it cannot be satisfied. */
export function answerBytes(
  request: Request,
  headers: Headers,
  bytes: Uint8Array<ArrayBuffer>,
): Response {
  headers.set('accept-ranges', 'bytes');
  const validator = request.headers.get('if-range');
  const isSame = validator === null || validator === headers.get('etag');
  const range = isSame ? rangeOf(request.headers.get('range'), bytes.byteLength) : undefined;
  if (range === null) {
    headers.set('content-range', `bytes */${bytes.byteLength}`);
    headers.delete('content-length');
    return new Response(null, { status: 416, headers });
  }
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${bytes.byteLength}`);
  const body = range ? bytes.subarray(range.start, range.end + 1) : bytes;
  headers.set('content-length', String(body.byteLength));
  return new Response(request.method === 'HEAD' ? null : body, {
    status: range ? 206 : 200,
    headers,
  });
}
