/** Spellings of addresses, each with its mailbox: the portal and the database have to agree on each. */
export const ADDRESSES: readonly (readonly [address: string, mailbox: string])[] = [
  ['Ann+Cleaning@Example.com', 'ann@example.com'],
  [' ann@example.com', 'ann@example.com'],
  ['a.n.n+x+y@googlemail.com', 'ann@gmail.com'],
  ['a.b@gmail.com', 'ab@gmail.com'],
  ['A.B+flat@GMAIL.com', 'ab@gmail.com'],
  ['a.b@example.com', 'a.b@example.com'],
];
