/** The company, and the number that the crew calls. */
export interface Office {
  company: string;
  phone: string;
}
