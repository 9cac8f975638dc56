/** The same list as `private.is_push_endpoint`. */
const ENDPOINT =
  /^https:\/\/((fcm\.googleapis|jmt17\.google)\.com|([a-z0-9-]+\.)+(push\.services\.mozilla|notify\.windows|push\.apple)\.com)\/[!-~]*$/;

/**
 * True for an address of a browser's push service; any other host could be one of the server's own
 * network.
 */
export const isPushEndpoint = (endpoint: string): boolean =>
  endpoint.length <= 1000 && ENDPOINT.test(endpoint);
