/** The company's names for an installed app. */
export interface CompanyNames {
  name: string;
  shortName: string;
}

const PLACES = /\{(name|shortName)\}/g;

/** A manifest with the company's names in the places `{name}` and `{shortName}`. */
export const nameInManifest = (json: string, names: CompanyNames): string =>
  json.replace(PLACES, (_, place: keyof CompanyNames) => JSON.stringify(names[place]).slice(1, -1));

/** A document with the company's names in the same places, as text of attributes. */
export const nameInDocument = (html: string, names: CompanyNames): string =>
  html.replace(PLACES, (_, place: keyof CompanyNames) =>
    names[place].replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
  );
