export interface User {
  id: string;
  email: string;
  /** The full name, else the name, else the email address, else 'Administrator'. */
  displayName: string;
}
