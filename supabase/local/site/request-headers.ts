/** Whether the client takes an encoding; `;q=0` says that it does not. */
export function accepts(request: Request, encoding: string): boolean {
  const offers = (request.headers.get('accept-encoding') ?? '').split(',').map((offer) => offer.split(';').map((part) => part.trim()));
  return offers.some(([name, weight]) => name === encoding && !/^q=0(\.0*)?$/.test(weight ?? ''));
}

/** Whether an If-None-Match names the ETag, which proxies may have marked as weak. */
export const isAmong = (etag: string, header: string | null): boolean =>
  (header ?? '').split(',').some((part) => ['*', etag, `W/${etag}`].includes(part.trim()));
