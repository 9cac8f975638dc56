/** More than our clients' forms need: a file and two fields with two or three header lines each. */
const MOST = { parts: 8, headerBytes: 2048 };

interface Part {
  name: string;
  isFile: boolean;
  /** The media type; empty if the part has none that is valid in a header. */
  type: string;
  bytes: Buffer<ArrayBuffer>;
}

const LINE_END = '\r\n';
const HEADERS_END = LINE_END + LINE_END;

function toPart(headers: string, bytes: Buffer<ArrayBuffer>): Part {
  const [, name = ''] = /;\s*name="([^"]*)"/i.exec(headers) ?? [];
  const [, given = ''] = /^content-type:\s*(.*?)\s*$/im.exec(headers) ?? [];
  // Header values allow no other characters.
  const type = /^[\x20-\x7e]*$/.test(given) ? given.toLowerCase() : '';
  return { name, isFile: /;\s*filename\*?=/i.test(headers), type, bytes };
}

/**
 * The parts of multipart form data, as views of the body. Undefined if the body is not such a form,
 * or exceeds our clients' part count or header length; the excess is not parsed.
 */
export function readForm(contentType: string, body: Buffer<ArrayBuffer>): Part[] | undefined {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const opening = `--${quoted ?? plain}`;
  if ((quoted ?? plain) === undefined || body.indexOf(opening) !== 0) return undefined;
  const delimiter = LINE_END + opening;
  const parts: Part[] = [];
  let at = opening.length;
  while (body.toString('latin1', at, at + 2) === LINE_END && parts.length < MOST.parts) {
    const headers = body.toString('latin1', at, at + MOST.headerBytes);
    const headersEnd = headers.indexOf(HEADERS_END);
    const start = at + headersEnd + HEADERS_END.length;
    const end = headersEnd < 0 ? -1 : body.indexOf(delimiter, start);
    if (end < 0) return undefined;
    parts.push(toPart(headers.slice(0, headersEnd), body.subarray(start, end)));
    at = end + delimiter.length;
  }
  return body.toString('latin1', at, at + 2) === '--' ? parts : undefined;
}
